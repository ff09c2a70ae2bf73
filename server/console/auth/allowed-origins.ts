import type { Config } from "#server/config/read-config.ts";

/**
 * Origins that may send changes: the console's address or, if none is configured, this machine's own names with our
 * port.
 */
export function allowedOrigins({ consoleUrl, consoleUrlIsSet, port }: Config): string[] {
  const configured = new URL(consoleUrl).origin;
  if (consoleUrlIsSet) return [configured];
  return [...new Set([configured, ...["localhost", "127.0.0.1", "[::1]"].map((host) => `http://${host}:${port}`)])];
}
