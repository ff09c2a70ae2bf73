import { parsePolicy } from "../../lib/tlog/policy.ts";
import { verifyProof as verify } from "../../lib/tlog/verify-proof.ts";
import { check } from "./arguments.ts";
import { ProofError } from "./errors.ts";

/** The content of a valid proof. */
export interface ProvenEvent {
  /** The event as it was recorded, such as the answer to a request. */
  readonly event: { readonly kind: string; readonly request_id?: string; readonly [name: string]: unknown };
  /**
   * The texts and personal data of the event that the proof discloses, by field. `event.contents` has the digest of each
   * field; those that are missing here were withheld or erased.
   */
  readonly contents: Readonly<Record<string, unknown>>;
  /** Position of the event in the audit log, from 1. */
  readonly seq: number;
  /** Name of the log. */
  readonly origin: string;
  /** The witnesses that have cosigned the log, with the Unix times in seconds that they state; empty if none has. */
  readonly cosignatures: readonly { readonly witness: string; readonly time: number }[];
  /**
   * The event was recorded before this Unix time in seconds: the earliest time at which the policy's quorum of witnesses
   * had cosigned. Undefined if the policy requires no witness.
   */
  readonly witnessedAt: number | undefined;
}

/**
 * Verifies a proof offline with the keys in a policy that you trust. Throws a ProofError with the failed check.
 */
export async function verifyProof(proof: string, policy: string): Promise<ProvenEvent> {
  check(typeof proof === "string" && typeof policy === "string", "proof and policy must be the texts of the two files");
  const trusted = await parsePolicy(policy).catch((cause: Error) => {
    throw new ProofError(`The policy is not valid: ${cause.message}`, { cause });
  });
  const verified = await verify(proof, trusted).catch((cause) => {
    throw new ProofError("The policy nests too many groups", { cause });
  });
  if (!verified.ok) throw new ProofError(`The proof is not valid: ${verified.error}`);
  const { checkpoint, index, contents, event } = verified.value;
  const { origin, cosignatures, witnessedAt } = checkpoint;
  return { event, contents, seq: index + 1, origin, cosignatures, witnessedAt };
}
