import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * ASCII punctuation separates words. PostgreSQL's own parser would break prefix search: in `a-45f2-8b` it finds the
 * number -45, in `a-45f2-8` also the number -8.
 */
const PUNCTUATION = "[!-/:-@[-`{-~]";

/**
 * Returns the text search vector of the texts, in lower case. The index of each table uses the same expression. The
 * configuration is `simple`: questions are in any language, and a dictionary would stem the words of other languages.
 */
export function wordsOf(...texts: readonly SQLWrapper[]): SQL {
  const whole = sql.join([...texts], sql` || ' ' || `);
  return sql`to_tsvector('simple', regexp_replace(${whole}, ${sql.raw(`'${PUNCTUATION}'`)}, ' ', 'g'))`;
}

/** Returns the condition that each word of the text is a prefix of an indexed word; false for a text without words. */
export function matchesWords(words: SQL, text: string): SQL<boolean> {
  const query = text
    .replaceAll(new RegExp(PUNCTUATION, "g"), " ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `'${word}':*`)
    .join(" & ");
  return sql<boolean>`${words} @@ to_tsquery('simple', ${query})`;
}
