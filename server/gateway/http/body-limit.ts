import { type ContractError, GatewayError } from "#server/base/errors.ts";

const KIB = 1_024;

/** Paths without a limit of the body size here: imports limit the size of the uncompressed file (read-upload.ts). */
const IMPORT_PATHS = ["/api/import/submissions", "/api/import/evaluations"];

export function isImport(path: string | undefined): boolean {
  return path !== undefined && IMPORT_PATHS.includes(path);
}

export function isProcedure(path: string | undefined): boolean {
  return path !== undefined && /^\/api\/trpc(\/|$)/.test(path);
}

export const MCP_PATH = "/mcp";

/** Returns the maximum body size in bytes for a path outside `/v1`. */
export function bodyLimit(path: string): number {
  if (isImport(path)) return Number.POSITIVE_INFINITY;
  // A request of 32 KiB, escaped as a string in the envelope of the protocol, may have almost 100 kB.
  if (path === MCP_PATH) return 128 * KIB;
  return (isProcedure(path) ? 1_024 : 64) * KIB;
}

export function bodyTooLarge(limit: number): ContractError {
  return new GatewayError("REQUEST_TOO_LARGE", {
    wholeMessage: `The request body exceeds ${limit / KIB} KiB. Send a smaller body.`,
  });
}

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
