import { pino } from "pino";
import type { ConsoleContext } from "#server/console/context.ts";

/** Replaces a gateway's log with one that collects the lines of every level; `text` returns them. */
export function catchLog(): { readonly change: (gateway: ConsoleContext) => ConsoleContext; text(): string } {
  let lines = "";
  const log = pino({ level: "trace" }, { write: (line: string) => (lines += line) });
  return { change: (gateway) => ({ ...gateway, log }), text: () => lines };
}
