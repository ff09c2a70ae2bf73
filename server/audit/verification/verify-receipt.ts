import { canonicalJson } from "#lib/contract/canonical.ts";
import { isJsonObject, type Json } from "#lib/contract/json.ts";
import { signatureSchema } from "#server/audit/log/event-signer.ts";
import type { CheckpointSource } from "#server/audit/tree/checkpoint-source.ts";
import { sha256 } from "#server/base/digest.ts";

/** Any other value becomes an empty signature, which is never genuine. */
const readSignature = signatureSchema.catch({ database_id: "", seq: 0, hash: "", at: "", key_id: "", signature: "" });

/** Returns the error in a receipt. Undefined if the receipt proves that its event was in the audit log. */
export function findReceiptError(receipt: Json, source: Pick<CheckpointSource, "checkSignature">): string | undefined {
  if (!isJsonObject(receipt) || !isJsonObject(receipt.event)) return "it is not a receipt";
  const { request_id: requestId, seq, previous_hash: previous, hash, event } = receipt;
  const checkpoint = readSignature.parse(receipt.checkpoint);
  if (event.request_id !== requestId) return "its event belongs to another request";
  const computed = sha256(Buffer.from(String(previous), "hex"), canonicalJson(event)).toString("hex");
  if (computed !== hash) return "its event does not match its hash";
  if (checkpoint.seq !== seq || checkpoint.hash !== hash) return "its checkpoint belongs to another event";
  const signature = source.checkSignature(checkpoint);
  if (signature === "forged") return "its checkpoint's signature does not match its content";
  return signature === "unknown_key"
    ? "its checkpoint is signed by an unknown key, which the policy does not list"
    : undefined;
}

/** Whether a parsed file is a receipt, not an audit log export. */
export function isReceipt(value: Json): boolean {
  return isJsonObject(value) && "checkpoint" in value && "event" in value;
}
