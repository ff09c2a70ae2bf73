import { canonicalJson } from "#lib/contract/canonical.ts";
import { isJsonObject, type Json } from "#lib/contract/json.ts";
import type { CheckpointSource } from "#server/audit/log/checkpoint.ts";
import { readCheckpoint } from "#server/audit/log/checkpoint-file.ts";
import { sha256 } from "#server/base/digest.ts";

/** Returns the error in a receipt from get-receipt.ts; undefined if it proves that the event was in the log. */
export function findReceiptError(receipt: Json, source: Pick<CheckpointSource, "readKeys">): string | undefined {
  if (!isJsonObject(receipt) || !isJsonObject(receipt.event)) return "it is not a receipt";
  const { request_id: requestId, seq, previous_hash: previous, hash, event } = receipt;
  const checkpoint = readCheckpoint(receipt.checkpoint);
  if (event.request_id !== requestId) return "its event is about another request";
  const computed = sha256(Buffer.from(String(previous), "hex"), canonicalJson(event)).toString("hex");
  if (computed !== hash) return "its event does not give its hash";
  if (checkpoint.seq !== seq || checkpoint.hash !== hash) return "its checkpoint names another event";
  const signature = source.readKeys()(checkpoint);
  if (signature === "forged") return "its checkpoint's signature does not match its content";
  if (signature === "unknown_key") {
    return `its checkpoint is signed by an unknown key. Put public-key-${checkpoint.key_id}.pem of the gateway next to it`;
  }
  return undefined;
}

/** Whether a parsed file is a receipt rather than an event of an export. */
export function isReceipt(value: Json): boolean {
  return isJsonObject(value) && "checkpoint" in value && "event" in value;
}
