import { readFileSync } from "node:fs";
import { formatCount } from "#lib/format.ts";
import type { Policy } from "#lib/tlog/policy.ts";
import { type VerifiedCheckpoint, verifyProof } from "#lib/tlog/verify-proof.ts";
import { describeError } from "#server/base/describe-error.ts";

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
