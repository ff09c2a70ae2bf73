import { createPublicKey, generateKeyPairSync, type KeyObject } from "node:crypto";
import { type ChainHead, type EventSignature, openEventSigner } from "#server/audit/log/event-signer.ts";
import { keyIdOf, trust } from "#server/audit/log/log-keys.ts";
import { sourceOfLog } from "#server/audit/tree/checkpoint-source.ts";

export const newKey = () => generateKeyPairSync("ed25519").privateKey;

/** Returns the keys of a log as LOG_KEY_FILE would contain them. */
export function logKeysOf(...keys: readonly KeyObject[]) {
  return keys.map((privateKey) => {
    const publicKey = createPublicKey(privateKey);
    return { id: keyIdOf(publicKey), publicKey, privateKey };
  });
}

/** Signs single events with the first key, and trusts all keys. The source has no trees. */
export async function openEventSignatures(
  databaseId: string,
  keys: readonly [KeyObject, ...KeyObject[]],
  signatures: EventSignature[] = [],
) {
  const { sign } = openEventSigner(keys[0], databaseId);
  return {
    ...sourceOfLog("no folder", databaseId, await trust(logKeysOf(...keys))(databaseId)),
    readSignatures: () => signatures,
    write(head: ChainHead, at: Date): EventSignature {
      const signature = sign(head, at) as EventSignature;
      signatures.push(signature);
      return signature;
    },
  };
}
