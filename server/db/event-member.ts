import { type SQL, sql } from "drizzle-orm";
import { events } from "./schema.ts";

/** SQL for a member of an event's JSON, as text. It parses each event, so use it only for kinds that have the member. */
export function eventMember(name: string): SQL<string | null> {
  return sql`convert_from(${events.body}, 'UTF8')::json ->> ${name}::text`;
}
