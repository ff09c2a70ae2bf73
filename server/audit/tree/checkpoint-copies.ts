import { parseCheckpoint } from "#lib/tlog/checkpoint.ts";
import { parseNote, printNote } from "#lib/tlog/signed-note.ts";
import type { EventSigner } from "#server/audit/log/event-signer.ts";
import { agentFor } from "#server/base/proxied-agent.ts";
import { originOf, type SignedTree } from "./signed-tree.ts";

/** Copies checkpoints to a second store, so that write access to the checkpoint folder alone cannot hide tampering. */
export interface CheckpointCopies {
  /** Copies a checkpoint unless the store has it. Rejects if the store fails or has a different object of this name. */
  copy(checkpoint: Pick<SignedTree, "size" | "note">): Promise<void>;
}

const ANSWER_MS = 5_000;
const TIMEOUTS = { connectionTimeout: ANSWER_MS, requestTimeout: ANSWER_MS, throwOnRequestTimeout: true };
/** Maximum time of one copy, with a repeated request and the bodies of all answers. */
const COPY_MS = 15_000;

/**
 * Copies each checkpoint, without its cosignatures, to an object in an S3-compatible bucket. The URL is
 * `https://store/bucket/prefix`; the prefix of object names is optional. Credentials come from the
 * AWS SDK's default provider chain.
 */
export async function openCheckpointCopies(
  url: string,
  region: string,
  { databaseId }: Pick<EventSigner, "databaseId">,
): Promise<CheckpointCopies> {
  // The AWS SDK is loaded only when needed, because loading takes 0.2 s and 24 MB.
  const { GetObjectCommand, PutObjectCommand, S3Client, S3ServiceException } = await import("@aws-sdk/client-s3");
  const { origin, pathname } = new URL(url);
  const [Bucket = "", ...prefix] = pathname.split("/").filter((part) => part !== "");
  const agent = agentFor(new URL(url));
  const client = new S3Client({
    endpoint: origin,
    region,
    forcePathStyle: true,
    maxAttempts: 2,
    // Stores other than Amazon S3 may not support the checksums that the client adds by default.
    requestChecksumCalculation: "WHEN_REQUIRED",
    requestHandler: { ...TIMEOUTS, ...(agent && { httpAgent: agent, httpsAgent: agent }) },
  });
  let copied = 0;

  /**
   * Stores an object but never overwrites one: if the log was forked, the checkpoint stored first must remain. Reads the
   * object back, because a server that is not a store may also answer 200.
   */
  async function put(name: string, Body: string): Promise<void> {
    const object = { Bucket, Key: [...prefix, name].join("/") };
    const present = await write(object, Body).catch((cause) => {
      // The message of an answer without a body is empty.
      const status = statusOf(cause);
      throw new Error(status === undefined ? "the store did not answer" : `the store answered ${status}`, { cause });
    });
    if (present === Body) return;
    throw new Error(
      parseCheckpoint(parseNote(present ?? "")?.text ?? "")?.origin === originOf(databaseId)
        ? `${object.Key} already exists with different content: the audit log was rolled back or rewritten`
        : `${object.Key} contains no checkpoint of this log: CHECKPOINT_S3_URL must be a bucket that only gateways write`,
    );
  }

  /** Writes an object unless it exists. Returns its content. */
  async function write(object: { Bucket: string; Key: string }, Body: string): Promise<string | undefined> {
    // The timeouts of the client do not limit the body of an answer.
    const options = { abortSignal: AbortSignal.timeout(COPY_MS) };
    await client.send(new PutObjectCommand({ ...object, Body, IfNoneMatch: "*" }), options).catch((error) => {
      if (statusOf(error) !== 412) throw error;
    });
    return (await client.send(new GetObjectCommand(object), options)).Body?.transformToString();
  }

  const statusOf = (error: unknown) =>
    error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;

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
