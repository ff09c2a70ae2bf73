import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "./run-process.ts";

/** Creates a key file for LOG_KEY_FILE, which several gateways of one database share. */
export function makeLogKey(): string {
  const file = join(makeFolder(), "log-key.pem");
  writeFileSync(file, generateKeyPairSync("ed25519").privateKey.export({ type: "pkcs8", format: "pem" }));
  return file;
}
