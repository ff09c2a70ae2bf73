import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { CHECKPOINT_LINES } from "#server/audit/log/checkpoint-lines.ts";
import { type ChainHead, type EventSignature, openEventSigner } from "#server/audit/log/event-signer.ts";
import { sourceOfFolder } from "../scripts/checkpoint-source.ts";

/** Signs checkpoints and writes them to checkpoints.jsonl, as earlier releases did. */
export function openEarlierCheckpoints(folder: string, keyFile: string, databaseId: string) {
  const { sign, ...signer } = openEventSigner(folder, keyFile, databaseId);
  return {
    ...sourceOfFolder(folder, databaseId),
    ...signer,
    write(head: ChainHead, at: Date): EventSignature {
      const signature = sign(head, at) as EventSignature;
      appendFileSync(join(folder, CHECKPOINT_LINES), `${JSON.stringify(signature)}\n`);
      return signature;
    },
  };
}
