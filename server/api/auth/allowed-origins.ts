import type { Config } from "#server/config.ts";

/**
 * Where a change may come from: the console's address. Where none is configured, the names that this machine has for
 * itself on our port.
 */
export function allowedOrigins({ consoleUrl, consoleUrlIsSet, port }: Config): string[] {
  const configured = new URL(consoleUrl).origin;
  if (consoleUrlIsSet) return [configured];
  return [...new Set([configured, ...["localhost", "127.0.0.1", "[::1]"].map((host) => `http://${host}:${port}`)])];
}
