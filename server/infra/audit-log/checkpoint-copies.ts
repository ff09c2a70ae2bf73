import type { CheckpointBucket } from "#server/config.ts";
import type { Checkpoint, Checkpoints } from "./checkpoint.ts";

/** Copies checkpoints to a second place, where whoever can write to the checkpoint folder cannot. */
export interface CheckpointCopies {
  /** Copies a checkpoint unless it is there already. Rejects where the store does not take it. */
  copy(checkpoint: Checkpoint): Promise<void>;
}

const ANSWER_MS = 5_000;

/**
 * Objects in a bucket of an S3-compatible store, one a checkpoint. Their content is a line of checkpoints.jsonl, so that all
 * of them together are such a file. Credentials are found as the official client finds them.
 */
export async function openCheckpointCopies(
  { url, region }: CheckpointBucket,
  { keyId, publicKey }: Pick<Checkpoints, "keyId" | "publicKey">,
): Promise<CheckpointCopies> {
  // Loaded only here, because it takes 0.2 s and 24 MB.
  const { PutObjectCommand, S3Client } = await import("@aws-sdk/client-s3");
  const { origin, pathname } = new URL(url);
  const [Bucket = "", ...prefix] = pathname.split("/").filter((part) => part !== "");
  const client = new S3Client({
    endpoint: origin,
    region,
    forcePathStyle: true,
    maxAttempts: 2,
    // Other stores than Amazon's may not know the checksums that the client adds by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: ANSWER_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true },
  });
  let copied = 0;

  async function put(name: string, Body: string): Promise<void> {
    await client.send(new PutObjectCommand({ Bucket, Key: [...prefix, name].join("/"), Body }));
  }

  return {
    async copy(checkpoint) {
      if (checkpoint.seq <= copied) return;
      if (copied === 0) await put(`public-key-${keyId}.pem`, publicKey);
      const name = `${checkpoint.database_id}/${String(checkpoint.seq).padStart(16, "0")}-${keyId}.json`;
      await put(name, `${JSON.stringify(checkpoint)}\n`);
      copied = checkpoint.seq;
    },
  };
}
