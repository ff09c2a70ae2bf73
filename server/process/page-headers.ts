import { randomBytes } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const YEAR_SECONDS = 365 * 24 * 3_600;

/** The request header that passes the script nonce to pages. A value sent by the caller is replaced. */
export const NONCE_HEADER = "x-nonce";

export interface PageHeaders {
  readonly consoleUrl: string;
  /** Allows `eval` and the WebSocket for reloading, which React's development build needs. */
  readonly development?: boolean;
}

/** Sets the security headers of every console response. A page may override them. */
export function setPageHeaders(
  request: IncomingMessage,
  response: ServerResponse,
  { consoleUrl, development = false }: PageHeaders,
): void {
  const nonce = randomBytes(16).toString("base64");
  const policy = contentSecurityPolicy(nonce, development);
  // Next takes the nonce for its own scripts from this request header.
  request.headers["content-security-policy"] = policy;
  delete request.headers["content-security-policy-report-only"];
  request.headers[NONCE_HEADER] = nonce;
  response.setHeader("Content-Security-Policy", policy);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "same-origin");
  // Browsers ignore HSTS over http.
  if (consoleUrl.startsWith("https:")) response.setHeader("Strict-Transport-Security", `max-age=${YEAR_SECONDS}`);
}

/**
 * Scripts need this response's nonce or must be loaded by a script that has it. All other resources come from the
 * console itself. Mantine sets style attributes, which only 'unsafe-inline' permits.
 */
function contentSecurityPolicy(nonce: string, development: boolean): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}' 'strict-dynamic'${development ? " 'unsafe-eval'" : ""}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    `connect-src 'self'${development ? " ws: wss:" : ""}`,
    "worker-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join("; ");
}
