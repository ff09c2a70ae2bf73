import type { ServerResponse } from "node:http";

/** Nobody may frame a page, and none loads plugins, moves its base or sends a form elsewhere. */
const POLICY = "base-uri 'self'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

const YEAR_SECONDS = 365 * 24 * 3_600;

/** The headers by which browsers protect every page and answer of the console; a page may replace one by its own. */
export function setPageHeaders(response: ServerResponse, { consoleUrl }: { readonly consoleUrl: string }): void {
  response.setHeader("Content-Security-Policy", POLICY);
  response.setHeader("X-Content-Type-Options", "nosniff");
  response.setHeader("Referrer-Policy", "same-origin");
  // Only where the console is reached by https: by http a browser would not listen, and must not.
  if (consoleUrl.startsWith("https:")) response.setHeader("Strict-Transport-Security", `max-age=${YEAR_SECONDS}`);
}
