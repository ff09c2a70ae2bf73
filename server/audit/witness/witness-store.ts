import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { replaceFile } from "#server/db/replace-file.ts";

export type WitnessStore = ReturnType<typeof openWitnessStore>;

/** Stores the last cosigned checkpoint of each log. */
export function openWitnessStore(folder: string) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const fileOf = (hash: string) => join(folder, `${hash}.checkpoint`);
  const hashOf = (origin: string) => createHash("sha256").update(origin).digest("hex");
  const readByHash = (hash: string) => {
    if (!/^[0-9a-f]{64}$/.test(hash) || !existsSync(fileOf(hash))) return undefined;
    return readFileSync(fileOf(hash), "utf8");
  };
  return {
    /** Returns the note of the log whose origin has this SHA-256, in lower-case hexadecimal. */
    readByHash,
    /** Returns the signed note; undefined if the witness never cosigned a checkpoint of this log. */
    read: (origin: string) => readByHash(hashOf(origin)),
    /** The note is durable on return. */
    write: (origin: string, note: string) => replaceFile(fileOf(hashOf(origin)), note, 0o600),
  };
}
