/** Returns a POSIX shell command that sends the body to the public operation of the gateway at `origin`. */
export function curlOf(body: string, origin: string): string {
  // Inside single quotes, a shell treats only the single quote as special.
  const quoted = body.replaceAll("'", "'\\''");
  return [
    `curl -sS '${origin}/v1/predict' \\`,
    '  -H "Authorization: Bearer $GATEWAY_API_KEY" \\',
    "  -H 'Content-Type: application/json' \\",
    `  --data-binary '${quoted}'`,
  ].join("\n");
}
