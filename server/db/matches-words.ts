import { type SQL, type SQLWrapper, sql } from "drizzle-orm";

/**
 * ASCII punctuation, which separates words here. PostgreSQL's own parser would break prefix search: it finds the
 * number -45 in `a-45f2-8b`, and also the number -8 in `a-45f2-8`.
 */
const PUNCTUATION = "[!-/:-@[-`{-~]";

/**
 * Returns SQL for the lower-case text search vector of the texts. Must equal the expression of the index. Uses the
 * configuration `simple`, because questions may be in any language, and a dictionary of one language would stem words
 * of others.
 */
export function wordsOf(...texts: readonly SQLWrapper[]): SQL {
  const whole = sql.join([...texts], sql` || ' ' || `);
  return sql`to_tsvector('simple', regexp_replace(${whole}, ${sql.raw(`'${PUNCTUATION}'`)}, ' ', 'g'))`;
}

/** Returns the condition that each word of `text` is a prefix of an indexed word; false if `text` has no words. */
export function matchesWords(words: SQL, text: string): SQL<boolean> {
  const query = text
    .replaceAll(new RegExp(PUNCTUATION, "g"), " ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `'${word}':*`)
    .join(" & ");
  return sql<boolean>`${words} @@ to_tsquery('simple', ${query})`;
}
