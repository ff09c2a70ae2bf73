import { customType, timestamp } from "drizzle-orm/pg-core";

/** `text` and `jsonb` cannot hold U+0000, which the contract allows, so the caller's text is stored as bytes. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
