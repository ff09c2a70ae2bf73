import { encodeLine } from "#server/audit/log/audit-log.ts";
import type { Event } from "#server/audit/log/event.ts";

/** Formats events as the argument of the SQL function append_events(). */
export function linesOf(events: readonly Event[]): string {
  return events.map(({ at, actor, ...content }) => encodeLine(at, actor, content)).join("\n");
}

/** SQL expression that formats a row of `events` as a line for append_events(). */
export const STORED_LINE = `concat_ws(E'\\t', at, kind, coalesce(request_id::text, ''), coalesce(actor_id, ''),
  coalesce(release, ''), coalesce(task_id, ''), coalesce(input_id, ''), coalesce(code, ''), coalesce(count::text, ''),
  coalesce(choice::text, ''), '', '', convert_from(body, 'UTF8'), '')`;
