import { fromBase64, toBase64 } from "./base64.ts";
import { parseInteger } from "./checkpoint.ts";
import type { Hash } from "./merkle.ts";

/** Body of the request `add-checkpoint` to a witness (c2sp.org/tlog-witness). */
export interface AddCheckpoint {
  /** Size of the last tree that the witness cosigned; 0 if there is none. */
  readonly old: number;
  /** Consistency proof from the old tree to the checkpoint. */
  readonly proof: readonly Hash[];
  /** Signed note of the log. */
  readonly checkpoint: string;
}

const MAX_HASHES = 63;

export function printAddCheckpoint({ old, proof, checkpoint }: AddCheckpoint): string {
  return `${[`old ${old}`, ...proof.map(toBase64)].join("\n")}\n\n${checkpoint}`;
}

/** Returns undefined for a malformed body. The checkpoint is not parsed. */
export function parseAddCheckpoint(body: string): AddCheckpoint | undefined {
  const end = body.indexOf("\n\n");
  const [first = "", ...lines] = body.slice(0, Math.max(end, 0)).split("\n");
  const old = first.startsWith("old ") ? parseInteger(first.slice("old ".length)) : undefined;
  const proof = lines.map((line) => fromBase64(line, 32));
  if (old === undefined || proof.length > MAX_HASHES || !proof.every((hash) => hash !== undefined)) return undefined;
  return { old, proof, checkpoint: body.slice(end + 2) };
}
