import { parseNote, printNote } from "#lib/tlog/signed-note.ts";
import type { EventSigner } from "#server/audit/log/event-signer.ts";
import type { CheckpointBucket } from "#server/config/read-config.ts";
import { originOf, type SignedTree } from "./signed-tree.ts";

/** Copies checkpoints to a second store, so that write access to the checkpoint folder alone cannot hide tampering. */
export interface CheckpointCopies {
  /** Copies a checkpoint unless the store has it. Rejects if the store fails or has a different object of this name. */
  copy(checkpoint: Pick<SignedTree, "size" | "note">): Promise<void>;
}

const ANSWER_MS = 5_000;

/**
 * Copies each checkpoint, without its cosignatures, to an object in an S3-compatible bucket. Credentials come from the
 * AWS SDK's default provider chain.
 */
export async function openCheckpointCopies(
  { url, region }: CheckpointBucket,
  { databaseId }: Pick<EventSigner, "databaseId">,
): Promise<CheckpointCopies> {
  // The AWS SDK is loaded only when needed, because loading takes 0.2 s and 24 MB.
  const { GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } = await import("@aws-sdk/client-s3");
  const { origin, pathname } = new URL(url);
  const [Bucket = "", ...prefix] = pathname.split("/").filter((part) => part !== "");
  const client = new S3Client({
    endpoint: origin,
    region,
    forcePathStyle: true,
    maxAttempts: 2,
    // Stores other than Amazon S3 may not support the checksums that the client adds by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: ANSWER_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  });
  let copied = 0;

  /** Stores an object but never overwrites one: if the log was forked, the checkpoint stored first must remain. */
  async function put(name: string, Body: string): Promise<void> {
    const object = { Bucket, Key: [...prefix, name].join("/") };
    try {
      await client.send(new PutObjectCommand({ ...object, Body, IfNoneMatch: "*" }));
    } catch (error) {
      const isThere = error instanceof S3ServiceException && error.$metadata.httpStatusCode === 412;
      if (!isThere) throw error;
      const present = await client.send(new GetObjectCommand(object));
      if ((await present.Body?.transformToString()) !== Body) {
        throw new Error(
          `${object.Key} already exists with different content: the audit log was rolled back or rewritten`,
        );
      }
    }
  }

  return {
    async copy({ size, note }) {
      if (size <= copied) return;
      const parsed = parseNote(note);
      const own = parsed?.signatures.find(({ name }) => name === originOf(databaseId));
      if (parsed === undefined || own === undefined) throw new Error("the checkpoint has no signature of its log");
      const name = `${databaseId}/${String(size).padStart(16, "0")}-${own.keyId}.checkpoint`;
      await put(name, printNote({ text: parsed.text, signatures: [own] }));
      copied = size;
    },
  };
}
