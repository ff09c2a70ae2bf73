/** A command for a POSIX shell that sends a body to the public operation of the gateway at `origin`. */
export function curlOf(body: string, origin: string): string {
  // Nothing but the quotation mark itself means anything within single quotes.
  const quoted = body.replaceAll("'", "'\\''");
  return [
    `curl -sS '${origin}/v1/predict' \\`,
    '  -H "Authorization: Bearer $GATEWAY_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  --data-binary '${quoted}'`,
  ].join("\n");
}
