const LINGER_MS = 1_000;

/**
 * Reads on for a moment, and throws away what arrives. A caller that is refused while it is still sending would otherwise
 * get a reset connection instead of its answer.
 */
export async function drainBody(body: ReadableStream<Uint8Array>): Promise<void> {
  try {
    await body.pipeTo(new WritableStream(), { signal: AbortSignal.timeout(LINGER_MS) });
  } catch {
    // The caller has left, or is still sending: the server closes the connection.
  }
}
