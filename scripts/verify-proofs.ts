import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { formatCount } from "#lib/format.ts";
import type { Policy } from "#lib/tlog/policy.ts";
import { PROOF_HEADER } from "#lib/tlog/tlog-proof.ts";
import { type VerifiedCheckpoint, verifyProof } from "#lib/tlog/verify-proof.ts";
import { describeError } from "#server/base/describe-error.ts";

/** Whether a file is a proof, by its extension or its first line: `curl -O` saves a receipt without an extension. */
export function isProof(file: string): boolean {
  return file.endsWith(".tlog-proof") || readStart(file, PROOF_HEADER.length) === PROOF_HEADER;
}

function readStart(file: string, length: number): string | undefined {
  try {
    const handle = openSync(file, "r");
    try {
      const start = Buffer.alloc(length);
      readSync(handle, start, 0, length, 0);
      return start.toString();
    } finally {
      closeSync(handle);
    }
  } catch {
    return undefined;
  }
}

/** Verifies proofs and prints the results. Returns whether all are valid. */
export async function verifyProofs(files: readonly string[], policy: Policy): Promise<boolean> {
  const results = await Promise.all(files.map((file) => verify(file, policy)));
  return results.every(Boolean);
}

async function verify(file: string, policy: Policy): Promise<boolean> {
  const verified = await verifyFile(file, policy);
  if (verified.ok) {
    const { index, checkpoint } = verified.value;
    const event = `event ${index + 1} of ${formatCount(checkpoint.size)} in the log ${checkpoint.origin}`;
    console.log(`${file} verifies: ${event}, ${describeWitnesses(checkpoint)}.`);
  } else console.log(`${file} does NOT verify: ${verified.error}.`);
  return verified.ok;
}

async function verifyFile(file: string, policy: Policy) {
  try {
    return await verifyProof(readFileSync(file, "utf8"), policy);
  } catch (error) {
    return { ok: false, error: describeError(error) } as const;
  }
}

function describeWitnesses({ cosignatures, witnessedAt }: VerifiedCheckpoint): string {
  if (cosignatures.length === 0) return "not witnessed";
  const time = witnessedAt === undefined ? "" : `, before ${new Date(witnessedAt * 1000).toISOString()}`;
  return `cosigned by ${cosignatures.map(({ witness }) => witness).join(", ")}${time}`;
}
