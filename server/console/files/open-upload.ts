import { createHash } from "node:crypto";
import { GatewayError } from "#server/base/errors.ts";

export interface Upload {
  /** Uncompressed content. */
  readonly body: ReadableStream<Uint8Array>;
  /** Returns the SHA-256 of `body` in hex. Call it once, after `body` has been read. */
  readonly digest: () => string;
}

/**
 * Opens an upload that may be gzipped. Resolves when the first bytes have arrived. The stream `body` fails if the gzip
 * data is damaged, and with BAD_REQUEST if the uncompressed content exceeds `mostBytes`.
 */
export async function openUpload(sent: ReadableStream<Uint8Array>, mostBytes: number): Promise<Upload> {
  const [first, whole] = await peek(sent);
  const zipped = first?.[0] === 0x1f && first[1] === 0x8b;
  const plain = zipped ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
  const hash = createHash("sha256");
  let length = 0;
  const body = plain.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(part, controller) {
        length += part.byteLength;
        if (length > mostBytes) throw tooLarge(mostBytes);
        hash.update(part);
        controller.enqueue(part);
      },
    }),
  );
  return { body, digest: () => hash.digest("hex") };
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Returns the first chunk of a stream, and an equal stream that still includes the first chunk. */
async function peek(sent: ReadableStream<Uint8Array>): Promise<[Bytes | undefined, ReadableStream<Bytes>]> {
  const reader = sent.getReader();
  const { value } = await reader.read();
  const first = value && new Uint8Array(value);
  const whole = new ReadableStream<Bytes>({
    start(controller) {
      if (first === undefined) controller.close();
      else controller.enqueue(first);
    },
    async pull(controller) {
      const part = await reader.read();
      if (part.done) controller.close();
      else controller.enqueue(new Uint8Array(part.value));
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return [first, whole];
}

function tooLarge(mostBytes: number): GatewayError {
  const message = `The file exceeds ${mostBytes / 1_024 / 1_024} MiB uncompressed. Nothing was saved. Split the file.`;
  return new GatewayError("BAD_REQUEST", { message });
}
