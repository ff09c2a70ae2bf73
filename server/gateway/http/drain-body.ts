const LINGER_MS = 1_000;

/**
 * Reads and discards the rest of a body for a moment. Otherwise a caller that is still sending would see a connection
 * reset instead of its answer.
 */
export async function drainBody(body: ReadableStream<Uint8Array>): Promise<void> {
  try {
    await body.pipeTo(new WritableStream(), { signal: AbortSignal.timeout(LINGER_MS) });
  } catch {
    // The caller has left or is still sending: the server closes the connection.
  }
}
