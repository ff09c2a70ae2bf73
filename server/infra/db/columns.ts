import { customType, timestamp } from "drizzle-orm/pg-core";

/** `text` and `jsonb` cannot hold U+0000, which the contract allows, so the caller's text is stored as bytes. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

/** A caller's text for a column of type text, with U+0000 replaced as append_events() replaces it. */
export const storableText = (value: string) => value.replaceAll("\u0000", "\ufffd");

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
