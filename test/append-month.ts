import type { Actor, Event } from "#server/audit/log/event.ts";
import type { Database } from "#server/db/open.ts";
import { linesOf } from "./event-lines.ts";

const ACTOR: Actor = { type: "system", id: "test" };
/** Events per SQL statement; a larger batch would exceed the statement timeout. */
const BATCH = 5_000;

/** Returns the twelve months of a year, such as `2025-01`. */
export function monthsOf(year: number): string[] {
  return Array.from({ length: 12 }, (_, index) => `${year}-${String(index + 1).padStart(2, "0")}`);
}

/** Appends events of a month, one second apart: first `decisions` member events, then refused predictions. */
export async function appendMonth(
  { pool }: Pick<Database, "pool">,
  month: string,
  { events, decisions }: { readonly events: number; readonly decisions: number },
): Promise<void> {
  const start = Date.parse(`${month}-01T00:00:00Z`);
  const all = Array.from({ length: events }, (_, index): Event => {
    const at = new Date(start + index * 1_000).toISOString();
    const id = `0198c9a0-0000-7000-8000-${String(index).padStart(12, "0")}`;
    return index < decisions
      ? { actor: ACTOR, at, kind: "member.renamed", member_id: "nobody", name: month }
      : { actor: ACTOR, at, code: "INVALID_JSON", codes: [], kind: "prediction.refused", request_id: id, total_ms: 1 };
  });
  for (let from = 0; from < all.length; from += BATCH) {
    await pool.query("select append_events($1)", [linesOf(all.slice(from, from + BATCH))]);
  }
}
