import type { CheckpointBucket } from "#server/config/read-config.ts";
import type { Checkpoint, Checkpoints } from "./checkpoint.ts";

/** Copies checkpoints to a second store, so that write access to the checkpoint folder alone cannot hide tampering. */
export interface CheckpointCopies {
  /** Copies a checkpoint unless the store has it. Rejects if the store fails or has a different object of this name. */
  copy(checkpoint: Checkpoint): Promise<void>;
}

const ANSWER_MS = 5_000;

/**
 * Copies each checkpoint to an object in an S3-compatible bucket. An object contains one line of checkpoints.jsonl, so
 * the concatenated objects are a valid checkpoint file. Credentials come from the AWS SDK's default provider chain.
 */
export async function openCheckpointCopies(
  { url, region }: CheckpointBucket,
  { keyId, publicKey }: Pick<Checkpoints, "keyId" | "publicKey">,
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
    async copy(checkpoint) {
      if (checkpoint.seq <= copied) return;
      if (copied === 0) await put(`public-key-${keyId}.pem`, publicKey);
      const name = `${checkpoint.database_id}/${String(checkpoint.seq).padStart(16, "0")}-${checkpoint.key_id}.json`;
      await put(name, `${JSON.stringify(checkpoint)}\n`);
      copied = checkpoint.seq;
    },
  };
}
