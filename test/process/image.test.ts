import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, it } from "vitest";
import { describeUnless } from "#test/describe-unless.ts";
import { freePort } from "#test/free-port.ts";
import { isCopied } from "#test/is-copied.ts";
import { makeFolder, makeReadableFolder, run } from "#test/run-process.ts";
import { readExample, send } from "#test/start-gateway.ts";
import { firstRunOf } from "#test/start-seeded.ts";

const SETPRIV = "setpriv";
/** The user `nobody`. It may write none of the image's files. */
const AS_NOBODY = ["--reuid=65534", "--regid=65534", "--clear-groups", "--inh-caps=-all", "--bounding-set=-all", "--"];
const isRoot = process.getuid?.() === 0 && spawnSync(SETPRIV, ["--version"]).status === 0;

const dockerfile = readFileSync("Dockerfile", "utf8");
/** The variables and the commands of the image: its health check, and the server. */
const [, variables = ""] = /^ENV (NODE_ENV=.*)$/m.exec(dockerfile) ?? [];
const [health, server] = [...dockerfile.matchAll(/CMD (\[.*\])$/gm)].map(([, command = ""]): string[] =>
  JSON.parse(command),
);

function filesOfImage(): string[] {
  const folders = readdirSync(".").filter((name) => !["node_modules", ".next", ".git"].includes(name));
  const files = folders.flatMap((name) =>
    statSync(name).isFile()
      ? [name]
      : readdirSync(name, { recursive: true, encoding: "utf8" }).map((path) => join(name, path)),
  );
  return files.filter((path) => isCopied(path) && statSync(path).isFile());
}

/** Returns the packages that `npm prune --omit=dev` keeps. The image has a Node of its own. */
function packagesOfImage(): string[] {
  const { stdout } = spawnSync("npm", ["ls", "--all", "--omit=dev", "--parseable"], { encoding: "utf8" });
  const paths = stdout.split("\n").map((path) => relative(".", path));
  return paths.filter((path) => path.lastIndexOf("node_modules/") === 0 && path !== "node_modules/node");
}

/** Makes a folder with the files of the image: hard links, or copies on another file system. */
function makeImage(): string {
  const folder = makeFolder();
  chmodSync(folder, 0o755);
  const args = ["--parents", ".next", ...filesOfImage(), ...packagesOfImage(), folder];
  if (spawnSync("cp", ["-al", ...args], { stdio: "ignore" }).status !== 0) {
    const { stderr } = spawnSync("cp", ["-a", ...args], { encoding: "utf8" });
    expect(stderr).toBe("");
  }
  return folder;
}

describeUnless(
  [isRoot ? undefined : "needs root and setpriv"],
  "the files of the image, which its user cannot write",
  () => {
    it("start, answer and stop", async () => {
      const image = makeImage();
      const dataDir = join(makeReadableFolder(), "data");
      const port = await freePort();
      const environment = {
        ...Object.fromEntries(variables.split(" ").map((variable) => variable.split("="))),
        ...{ PORT: String(port), DATA_DIR: dataDir, HOME: "/nonexistent" },
      };
      const start = ([, ...args]: readonly string[] = []) =>
        run(SETPRIV, [...AS_NOBODY, "env", `--chdir=${image}`, process.execPath, ...args], environment);
      const gateway = start(server);
      await gateway.printed("is ready.");
      expect((await start(health).exit).code).toBe(0);
      const url = `http://127.0.0.1:${port}`;
      for (const path of ["/health/ready", "/sign-in", "/docs"]) expect((await fetch(url + path)).status).toBe(200);
      const headers = { authorization: `Bearer ${firstRunOf(dataDir).api_key}` };
      expect((await send(`${url}/v1/predict`, JSON.stringify(readExample("binary")), headers)).status).toBe(200);
      expect((await gateway.end()).code, gateway.output()).toBe(0);
      expect((await start(["node", "scripts/run.ts", "scripts/verify.ts"]).exit).code).toBe(0);
    });
  },
);
