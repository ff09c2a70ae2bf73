import { parsePolicy } from "../../lib/tlog/policy.ts";
import { type Cosignature, verifyProof as verify } from "../../lib/tlog/verify-proof.ts";

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
  readonly cosignatures: readonly Cosignature[];
  /**
   * The event was recorded before this Unix time in seconds: the earliest time at which the policy's quorum of witnesses
   * had cosigned. Missing if the policy requires no witness.
   */
  readonly witnessedAt?: number;
}

/**
 * Verifies a proof offline with the keys in a policy that you trust. Throws an Error with the failed check.
 *
 * @example
 * const { event, seq } = await verifyProof(readFileSync("answer.tlog-proof", "utf8"), readFileSync("tlog-policy.txt", "utf8"));
 */
export async function verifyProof(proof: string, policy: string): Promise<ProvenEvent> {
  const verified = await verify(proof, await parsePolicy(policy));
  if (!verified.ok) throw new Error(`The proof is not valid: ${verified.error}.`);
  const { checkpoint, index, contents } = verified.value;
  const event = verified.value.event as ProvenEvent["event"];
  const { origin, cosignatures, witnessedAt } = checkpoint;
  return {
    event,
    contents,
    seq: index + 1,
    origin,
    cosignatures,
    ...(witnessedAt === undefined ? {} : { witnessedAt }),
  };
}
