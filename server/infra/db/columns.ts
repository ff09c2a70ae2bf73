import { customType, timestamp } from "drizzle-orm/pg-core";

/** `text` and `jsonb` refuse the character U+0000, which the contract allows: a caller's text is kept as bytes. */
export const bytes = customType<{ data: Buffer; driverData: Buffer }>({ dataType: () => "bytea" });

export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3, mode: "date" });
