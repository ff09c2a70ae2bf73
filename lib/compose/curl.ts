/** Returns a POSIX shell command that sends the body to the public operation of the gateway at `origin`. */
export function curlOf(body: string, origin: string): string {
  // In single quotes, only the quote itself is special.
  const quoted = body.replaceAll("'", "'\\''");
  return [
    `curl -sS '${origin}/v1/predict' \\`,
    '  -H "Authorization: Bearer $GATEWAY_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  --data-binary '${quoted}'`,
  ].join("\n");
}
