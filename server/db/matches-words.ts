import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * ASCII's punctuation separates words. PostgreSQL's own rules do not find every text by its beginning: in `a-45f2-8b` they
 * see the number -45, in `a-45f2-8` the number -8 as well.
 */
const PUNCTUATION = "[!-/:-@[-`{-~]";

/**
 * The searched words, in lower case; the index of each table uses the same expression. The configuration is `simple`,
 * because questions come in every language and a dictionary would cut the words of the others.
 */
export function wordsOf(...texts: readonly SQLWrapper[]): SQL {
  const whole = sql.join([...texts], sql` || ' ' || `);
  return sql`to_tsvector('simple', regexp_replace(${whole}, ${sql.raw(`'${PUNCTUATION}'`)}, ' ', 'g'))`;
}

/** Whether each word of the text begins a word there. A text without words matches nothing. */
export function matchesWords(words: SQL, text: string): SQL<boolean> {
  const query = text
    .replaceAll(new RegExp(PUNCTUATION, "g"), " ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `'${word}':*`)
    .join(" & ");
  return sql<boolean>`${words} @@ to_tsquery('simple', ${query})`;
}
