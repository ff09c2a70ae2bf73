import { type SQL, sql } from "drizzle-orm";
import { events } from "./schema.ts";

/** The text of a member of an event's JSON. Evaluate it only for the kinds that have the member: each event is parsed. */
export function eventMember(name: string): SQL<string | null> {
  return sql`convert_from(${events.body}, 'UTF8')::json ->> ${name}::text`;
}
