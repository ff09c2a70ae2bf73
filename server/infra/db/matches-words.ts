import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/** What words are looked for in, without regard to case; the index of each table is made of the same expression. */
export function wordsOf(...texts: readonly SQLWrapper[]): SQL {
  const whole = sql.join([...texts], sql` || ' ' || `);
  return sql`to_tsvector('simple', ${whole})`;
}

/** Whether each word of the text begins a word there. A text without words matches nothing. */
export function matchesWords(words: SQL, text: string): SQL<boolean> {
  const query = text
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `'${word.replaceAll(/['\\]/g, "$&$&")}':*`)
    .join(" & ");
  return sql<boolean>`${words} @@ to_tsquery('simple', ${query})`;
}
