import { writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { printPolicy } from "#lib/tlog/policy.ts";
import { freePort } from "#test/free-port.ts";
import { generateLog } from "#test/generated-log.ts";
import { makeFolder, runNode } from "#test/run-process.ts";

it("a second witness refuses to start on the folder of a running witness, and starts once that has ended", async () => {
  const folder = makeFolder();
  const policy = join(makeFolder(), "logs.txt");
  const { signer } = await generateLog("example.com/log", [Buffer.from("event")], []);
  writeFileSync(policy, printPolicy([signer.key], []));
  const start = async (name: string) => {
    const port = String(await freePort());
    return runNode(["scripts/witness.ts", "--name", name, "--policy", policy, "--folder", folder, "--port", port]);
  };
  const first = await start("witness.example/w1");
  await first.printed("The witness listens");
  const second = await start("witness.example/w1");
  expect(await second.exit).toMatchObject({ code: 2 });
  expect(second.output()).toBe(
    `The data folder is in use by process ${first.pid} on ${hostname()} (${join(folder, "witness.lock")}). ` +
      "Stop that process, or pass another --folder.\n",
  );
  expect(await first.end()).toMatchObject({ code: 0 });
  const third = await start("witness.example/w1");
  await third.printed("The witness listens");
  // A killed witness does not keep the lock.
  await third.end("SIGKILL");
  const last = await start("witness.example/w1");
  await last.printed("The witness listens");
  expect(await last.end()).toMatchObject({ code: 0 });
});
