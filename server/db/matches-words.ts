import { type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { comparable } from "#lib/text/comparable.ts";

/**
 * ASCII punctuation, which separates words here. PostgreSQL's own parser would break prefix search: it finds the
 * number -45 in `a-45f2-8b`, and also the number -8 in `a-45f2-8`.
 */
const PUNCTUATION = "[!-/:-@[-`{-~]";
/** The characters that `comparable` removes, as PostgreSQL's regular expressions write them. */
export const INVISIBLE = [
  String.raw`[\u0001-\u0008\u000e-\u001f\u007f-\u0084\u0086-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5`,
  String.raw`\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u2800\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb`,
  String.raw`\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]`,
].join("");

/**
 * Returns SQL for the lower-case text search vector of the texts, in the form of `comparable`. Must equal the expression
 * of the index. Uses the configuration `simple`, because questions may be in any language, and a dictionary of one
 * language would stem words of others.
 */
export function wordsOf(...texts: readonly SQLWrapper[]): SQL {
  const whole = sql.join([...texts], sql` || ' ' || `);
  const shown = sql`normalize(regexp_replace(${whole}, ${sql.raw(`'${INVISIBLE}'`)}, '', 'g'), NFKC)`;
  return sql`to_tsvector('simple', regexp_replace(${shown}, ${sql.raw(`'${PUNCTUATION}'`)}, ' ', 'g'))`;
}

/** Returns the condition that each word of `text` is a prefix of an indexed word; false if `text` has no words. */
export function matchesWords(words: SQL, text: string): SQL<boolean> {
  const query = comparable(text)
    .replaceAll(new RegExp(PUNCTUATION, "g"), " ")
    .split(/\s+/)
    .filter((word) => word !== "")
    .map((word) => `'${word}':*`)
    .join(" & ");
  return sql<boolean>`${words} @@ to_tsquery('simple', ${query})`;
}
