import { and, eq, sql } from "drizzle-orm";
import { escapeLiteral } from "pg";
import { GatewayError } from "#server/base/errors.ts";
import type { Drizzle } from "./open.ts";
import { dailyBytes } from "./quota-schema.ts";

/** Files have a separate limit, so that an import does not use up the limit of texts. */
export type ByteKind = "texts" | "files";

export interface AddedBytes {
  /** Id of the member or the credential. */
  readonly holder: string;
  readonly bytes: number;
  readonly kind: ByteKind;
}

export type DailyBytes = ReturnType<typeof createDailyBytes>;

/** The limit of files is this many times the limit of texts. */
const FILES_PER_TEXTS = 20;
const DAY_MS = 86_400_000;

/** Limits the bytes that a member or an API key adds to the database per day (UTC). */
export function createDailyBytes(maxTexts: number, now: () => Date) {
  const limits = { texts: maxTexts, files: FILES_PER_TEXTS * maxTexts };
  return {
    /**
     * Returns the SQL statement that counts the bytes; run it in the transaction that adds them. Throws
     * TOO_MANY_REQUESTS if the day's limit would be exceeded. Concurrent changes may together exceed the limit by their
     * own size.
     */
    async count(orm: Drizzle, { holder, bytes, kind }: AddedBytes): Promise<string> {
      const day = now().toISOString().slice(0, 10);
      const [counted] = await orm
        .select()
        .from(dailyBytes)
        .where(and(eq(dailyBytes.holder, holder), isCurrent(day)));
      const before = counted?.[kind] ?? 0;
      if (before + bytes > limits[kind]) throw overLimit(kind, limits[kind], counted?.day ?? day, now());
      const added = (name: ByteKind) => (name === kind ? bytes : 0);
      const isKept = "daily_bytes.day - excluded.day in (0, 1)";
      const sum = (name: ByteKind) =>
        `${name} = case when ${isKept} then daily_bytes.${name} else 0 end + excluded.${name}`;
      return (
        `insert into daily_bytes (holder, day, texts, files) values (${escapeLiteral(holder)}, '${day}', ` +
        `${added("texts")}, ${added("files")}) on conflict (holder) do update set ` +
        `${sum("texts")}, ${sum("files")}, ` +
        `day = case when ${isKept} then daily_bytes.day else excluded.day end`
      );
    },
  };
}

/**
 * Returns an SQL condition: the counts are those of `day`, or of the next day by the clock of another gateway. A later day
 * comes from an incorrect clock, and its counts must not refuse changes until then.
 */
const isCurrent = (day: string) => sql`${dailyBytes.day} - ${day}::date in (0, 1)`;

const WHAT = { texts: "texts", files: "imports and evaluation files" } as const;

function overLimit(kind: ByteKind, limit: number, day: string, now: Date): GatewayError {
  const next = new Date(Date.parse(day) + DAY_MS);
  return new GatewayError("TOO_MANY_REQUESTS", {
    message: `The daily limit for ${WHAT[kind]}, ${limit / 1e6} MB, is reached. Try again after ${next.toISOString()}.`,
    retryAfter: Math.ceil((next.getTime() - now.getTime()) / 1_000),
  });
}
