import { pino } from "pino";
import type { ConsoleContext } from "#server/console/context.ts";

/** Collects every line that a gateway logs, at every level. */
export function catchLog(): { readonly change: (gateway: ConsoleContext) => ConsoleContext; text(): string } {
  let lines = "";
  const log = pino({ level: "trace" }, { write: (line: string) => (lines += line) });
  return { change: (gateway) => ({ ...gateway, log }), text: () => lines };
}
