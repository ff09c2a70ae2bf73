import type { Config } from "#server/config/read-config.ts";

/** Returns the origins that may send changes: the configured CONSOLE_URL, otherwise loopback names with our port. */
export function allowedOrigins({ consoleUrl, consoleUrlIsSet, port }: Config): string[] {
  const configured = new URL(consoleUrl).origin;
  if (consoleUrlIsSet) return [configured];
  return [...new Set([configured, ...["localhost", "127.0.0.1", "[::1]"].map((host) => `http://${host}:${port}`)])];
}
