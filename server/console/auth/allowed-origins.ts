import type { Config } from "#server/config/read-config.ts";

/**
 * Returns the origins that may send changes: the origin of CONSOLE_URL or, if it is not set, the loopback origins with
 * the server's port, such as http://localhost:3000.
 */
export function allowedOrigins({ consoleUrl, consoleUrlIsSet, port }: Config): string[] {
  if (consoleUrlIsSet) return [consoleUrl];
  return [...new Set([consoleUrl, ...["localhost", "127.0.0.1", "[::1]"].map((host) => `http://${host}:${port}`)])];
}
