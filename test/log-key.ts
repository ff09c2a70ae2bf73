import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeKey } from "#server/audit/log/log-keys.ts";
import { makeFolder } from "./run-process.ts";

/** Creates a key file for LOG_KEY_FILE, which several gateways of one database share. */
export function makeLogKey(): string {
  const file = join(makeFolder(), "log-key.pem");
  writeFileSync(file, makeKey());
  return file;
}
