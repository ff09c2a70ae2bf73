const LINGER_MS = 1_000;

/**
 * Reads and discards the rest of a body for up to one second. Otherwise a caller that is still sending could get a
 * connection reset instead of the response.
 */
export async function drainBody(body: ReadableStream<Uint8Array>): Promise<void> {
  try {
    await body.pipeTo(new WritableStream(), { signal: AbortSignal.timeout(LINGER_MS) });
  } catch {
    // If the caller has disconnected or is still sending, the server closes the connection.
  }
}
