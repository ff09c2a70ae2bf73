import { sql } from "drizzle-orm";

/** Disclosures by field. */
export type StoredContents = Readonly<Record<string, string>>;

/** SQL for the contents of a row of `events`, for openEvent(). Null if it has none. */
export const contentsOfEvent = sql<StoredContents | null>`(
  select json_object_agg(c.field, c.disclosure order by c.field) from event_contents c where c.seq = events.seq)`;
