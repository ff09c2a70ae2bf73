import * as z from "zod/mini";
import { HORIZONS } from "#lib/scores/horizon.ts";
import { requiredText } from "./fields.ts";

/** Maximum length of a source's name in an observation. */
const MAX_SOURCE_NAME = 200;

/** Below this number of questions, the composer shows no score of a source. */
export const MIN_SOURCE_QUESTIONS = 10;

export const HORIZON_NAMES = HORIZONS.map(({ name }) => name);

/**
 * Returns the name under which a source is scored: in Unicode normalisation form C, without surrounding white space.
 * U+0000 becomes U+FFFD, because a text column cannot contain it.
 */
export function normalizeSource(name: string): string {
  return name.replaceAll("\u0000", "\ufffd").normalize("NFC").trim();
}

export const sourceName = z.pipe(
  requiredText(MAX_SOURCE_NAME, "Enter the name of a source."),
  z.transform(normalizeSource),
);
