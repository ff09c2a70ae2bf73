interface FileHead {
  readonly type: string;
  readonly name: string;
}

/** Returns a download. Parts stream with backpressure; the generator is closed when the reader disconnects. */
export function streamFile({ type, name }: FileHead, parts: AsyncGenerator<string> | string): Response {
  return new Response(typeof parts === "string" ? parts : encode(parts), {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

function encode(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}
