import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { formatCount } from "#lib/format.ts";
import { type Policy, parsePolicy } from "#lib/tlog/policy.ts";
import { type VerifiedCheckpoint, verifyProof } from "#lib/tlog/verify-proof.ts";
import { describeError } from "#server/base/describe-error.ts";

const POLICY = "tlog-policy.txt";

/** Verifies proofs with the policy in the folder of the first file and prints the results. Returns whether all are valid. */
export async function verifyProofs(files: readonly string[]): Promise<boolean> {
  const policy = join(dirname(files[0] ?? ""), POLICY);
  if (!existsSync(policy)) {
    throw new Error(
      `${policy} is missing. It contains the keys that you trust: save the gateway's /.well-known/tlog-policy under this name.`,
    );
  }
  const trusted = await parsePolicy(readFileSync(policy, "utf8"));
  const results = await Promise.all(files.map((file) => verify(file, trusted)));
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
