import { type SQL, sql } from "drizzle-orm";
import { events } from "./schema.ts";

/** Returns SQL for a field of an event's JSON, as text. Slow: parses every event, so filter by kind first. */
export function eventMember(name: string): SQL<string | null> {
  return sql`convert_from(${events.body}, 'UTF8')::json ->> ${name}::text`;
}
