import { createPrivateKey } from "node:crypto";
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { parsePolicy } from "#lib/tlog/policy.ts";
import { printVerifierKey } from "#lib/tlog/signed-note.ts";
import { makeKey } from "#server/audit/log/log-keys.ts";
import { openWitnessSigner } from "#server/audit/tree/note-signer.ts";
import { createWitness } from "#server/audit/witness/serve-witness.ts";
import { openWitnessStore } from "#server/audit/witness/witness-store.ts";
import { lockFolder } from "#server/db/pglite/lock-folder.ts";
import { readOrCreate } from "#server/db/read-or-create.ts";

/**
 * `npm run witness -- --name NAME --policy FILE [--folder FOLDER] [--host HOST] [--port PORT]`: cosigns the checkpoints
 * of the logs in a policy file (c2sp.org/tlog-policy), and refuses checkpoints that do not extend the last one. Run it on
 * another machine than the gateway, owned by someone else. NAME is a URL without a scheme, such as witness.example/w1.
 * FOLDER (default: witness) contains the private key and the last checkpoint of each log; back it up. Only one witness
 * can use a folder. HOST is 127.0.0.1 and PORT is 8500 by default.
 */

const { values } = parseArgs({
  options: {
    name: { type: "string" },
    policy: { type: "string" },
    folder: { type: "string", default: "witness" },
    host: { type: "string", default: "127.0.0.1" },
    port: { type: "string", default: "8500" },
  },
});
const { name, policy, folder, host, port } = values;
if (name === undefined || policy === undefined) {
  console.error("Pass --name and --policy. --help describes them.");
  process.exit(2);
}

try {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  // Two processes could cosign two branches of a forked log.
  const unlock = lockFolder(join(folder, "witness.lock"), undefined, "pass another --folder");
  const key = createPrivateKey(readOrCreate(join(folder, "witness-key.pem"), makeKey));
  const { logs } = await parsePolicy(readFileSync(policy, "utf8"));
  const signer = await openWitnessSigner(name, key, Date.now);
  const server = createWitness({ logs, signer, store: openWitnessStore(folder) });
  server.on("error", (error) => fail(error));
  server.listen(Number(port), host, () => {
    console.log(`The witness listens on http://${host}:${port} and watches ${logs.map((log) => log.name).join(", ")}.`);
    console.log(`Verifier key: ${printVerifierKey(signer.key)}`);
  });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => server.close(unlock));
} catch (error) {
  fail(error);
}

function fail(error: unknown): void {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
