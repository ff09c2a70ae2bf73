import type { Config } from "#server/config/read-config.ts";

/**
 * Returns the origins that may send changes: the origin of CONSOLE_URL or, if it is not set, the loopback origins with
 * the server's port, such as http://localhost:3000.
 */
export function allowedOrigins({ consoleUrl, consoleUrlIsSet, port }: Config): string[] {
  const configured = new URL(consoleUrl).origin;
  if (consoleUrlIsSet) return [configured];
  return [...new Set([configured, ...["localhost", "127.0.0.1", "[::1]"].map((host) => `http://${host}:${port}`)])];
}
