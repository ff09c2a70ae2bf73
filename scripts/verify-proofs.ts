import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { formatCount } from "#lib/format.ts";
import { type Policy, parsePolicy } from "#lib/tlog/policy.ts";
import { verifyProof } from "#lib/tlog/verify-proof.ts";

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
  const verified = await verifyProof(readFileSync(file, "utf8"), policy);
  if (!verified.ok) {
    console.log(`${file} does NOT verify: ${verified.error}.`);
    return false;
  }
  const { index, checkpoint } = verified.value;
  const { cosignatures, origin, size } = checkpoint;
  const witnessed = cosignatures.map(({ witness, time }) => `${witness} at ${new Date(time * 1000).toISOString()}`);
  console.log(
    `${file} verifies: event ${index + 1} of ${formatCount(size)} in the log ${origin}, ` +
      `${witnessed.length === 0 ? "not witnessed" : `cosigned by ${witnessed.join(", ")}`}.`,
  );
  return true;
}
