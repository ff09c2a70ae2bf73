import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const YEAR_SECONDS = 365 * 24 * 3_600;

/** The request header in which pages find the nonce for scripts of their own, whatever the caller may have sent. */
export const NONCE_HEADER = "x-nonce";

export interface PageHeaders {
  readonly consoleUrl: string;
  /** React's development build evaluates text, and reloads over a WebSocket. */
  readonly development?: boolean;
}

/** The headers by which browsers protect every page and answer of the console; a page may replace one by its own. */
export function setPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { consoleUrl, development = false }: PageHeaders,
): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, development);
  // Next finds the nonce for its scripts in this header of the request.
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  request.headers[NONCE_HEADER] = nonce;
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "same-origin");
  // Only where the console is reached by https: by http a browser would not listen, and must not.
  if (consoleUrl.startsWith("https:")) response.setHeader("Strict-Transport-Security", `max-age=${YEAR_SECONDS}`);
}

/**
 * A script runs if it has this response's nonce, or if one that has it loads it. Everything else comes from the console
 * itself. Mantine sets style attributes, which only 'unsafe-inline' permits.
 */
function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${development ? " ws: wss:" : ""}`,
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join("; ");
}
