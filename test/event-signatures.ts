import { type ChainHead, type EventSignature, openEventSigner } from "#server/audit/log/event-signer.ts";
import { sourceOfFolder } from "../scripts/checkpoint-source.ts";

/** Signs single events. The source contains all signatures of the databases and keys in `signatures`. */
export function openEventSignatures(
  folder: string,
  keyFile: string,
  databaseId: string,
  signatures: EventSignature[] = [],
) {
  const { sign, ...signer } = openEventSigner(folder, keyFile, databaseId);
  return {
    ...sourceOfFolder(folder, databaseId),
    ...signer,
    readSignatures: () => signatures,
    write(head: ChainHead, at: Date): EventSignature {
      const signature = sign(head, at) as EventSignature;
      signatures.push(signature);
      return signature;
    },
  };
}
