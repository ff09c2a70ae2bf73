import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, it } from "vitest";

const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));
const commands = Object.entries<string>(scripts).filter(([, command]) => command.endsWith(".ts"));

it.each(commands)("npm run %s -- --help describes the script and does nothing else", (name, command) => {
  const [program = "", ...args] = command.replace(/^node /, `${process.execPath} `).split(" ");
  const { status, stdout, stderr } = spawnSync(program, [...args, "--help"], { encoding: "utf8" });
  expect(stderr).toBe("");
  expect(status).toBe(0);
  expect(stdout.includes(`npm run ${name}`) || stdout.includes(args.at(-1) ?? "")).toBe(true);
});
