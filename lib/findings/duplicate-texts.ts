import { pointer } from "#lib/contract/issue.ts";
import { comparable } from "#lib/text/comparable.ts";
import type { Detector, Finding } from "./finding.ts";
import { textObservations } from "./text-observations.ts";

/** Words per shingle. */
const SHINGLE = 3;
/** Two texts with at least this Jaccard similarity of shingles are near-duplicates. */
const SIMILAR = 0.7;
/** A text is an excerpt of a longer text that contains at least this share of its shingles. */
const EXTRACT = 0.9;
/** Shorter texts are never reported as excerpts. */
const EXTRACT_SHINGLES = 8;

interface Shingled {
  readonly observation: number;
  /** The words of the text, joined. Equal for texts that differ only in case, punctuation or spacing. */
  readonly form: string;
  readonly shingles: ReadonlySet<string>;
}

/**
 * Reports pairs of texts with the same content: equal except for case and punctuation, nearly equal, or one an excerpt
 * of the other.
 */
export const findDuplicateTexts: Detector = (request) => {
  const texts = textObservations(request)
    .filter(({ text }) => /\S/.test(text))
    .map(({ observation, text }) => shingle(observation, text));
  const findings: Finding[] = [];
  const first = new Map<string, Shingled>();
  const distinct: Shingled[] = [];
  for (const text of texts) {
    const twin = first.get(text.form);
    if (twin !== undefined) {
      findings.push(exact(text, twin));
      continue;
    }
    first.set(text.form, text);
    distinct.push(text);
  }
  return [...findings, ...nearPairs(distinct)];
};

function shingle(observation: number, text: string): Shingled {
  const all = words(text);
  const shingles = new Set<string>();
  for (let at = 0; at + SHINGLE <= all.length; at++) shingles.add(all.slice(at, at + SHINGLE).join(" "));
  return { observation, form: all.length === 0 ? text.trim() : all.join(" "), shingles };
}

/**
 * Pairs each text with the first earlier text that it nearly repeats. An index from shingle to texts limits the work to
 * the number of shared shingles: at most a few hundred thousand additions for a body of 32 KiB.
 */
function nearPairs(texts: readonly Shingled[]): Finding[] {
  const findings: Finding[] = [];
  const index = new Map<string, number[]>();
  for (const [at, text] of texts.entries()) {
    const common = new Uint32Array(at);
    for (const shingle of text.shingles) {
      const holders = index.get(shingle);
      if (holders === undefined) index.set(shingle, [at]);
      else {
        for (const holder of holders) common[holder] = (common[holder] ?? 0) + 1;
        holders.push(at);
      }
    }
    const finding = nearest(texts, at, common);
    if (finding !== undefined) findings.push(finding);
  }
  return findings;
}

function nearest(texts: readonly Shingled[], at: number, common: Uint32Array): Finding | undefined {
  const text = texts[at];
  if (text === undefined) return undefined;
  for (const [other, shared] of common.entries()) {
    const earlier = texts[other];
    if (shared === 0 || earlier === undefined) continue;
    const how = describeOverlap(text, earlier, shared);
    if (how !== undefined) return near(text, earlier, how);
  }
  return undefined;
}

/** Describes how a text nearly repeats an earlier one with this number of common shingles; undefined if it does not. */
function describeOverlap(text: Shingled, earlier: Shingled, shared: number): string | undefined {
  const smaller = Math.min(text.shingles.size, earlier.shingles.size);
  const jaccard = shared / (text.shingles.size + earlier.shingles.size - shared);
  if (jaccard >= SIMILAR) return `${Math.floor(100 * jaccard)} % of their word sequences are the same`;
  if (smaller < EXTRACT_SHINGLES || shared / smaller < EXTRACT) return undefined;
  return text.shingles.size <= earlier.shingles.size ? "it is an excerpt" : "it contains that text";
}

/** Returns whether two texts have the same or nearly the same content, by the rules of findDuplicateTexts(). */
export function isNearDuplicate(one: string, other: string): boolean {
  const [text, earlier] = [shingle(0, one), shingle(0, other)];
  if (text.form === earlier.form) return true;
  const shared = [...text.shingles].filter((each) => earlier.shingles.has(each)).length;
  return describeOverlap(text, earlier, shared) !== undefined;
}

function exact(text: Shingled, twin: Shingled): Finding {
  return {
    id: "duplicate-observation",
    severity: "medium",
    path: pointer(["input", "context", text.observation, "text"]),
    message: `The text is the same as in observation ${twin.observation + 1}. Keep the observation with the correct date and remove the other.`,
  };
}

function near(text: Shingled, earlier: Shingled, how: string): Finding {
  return {
    id: "near-duplicate-observation",
    severity: "low",
    path: pointer(["input", "context", text.observation, "text"]),
    message: `The text repeats observation ${earlier.observation + 1}: ${how}. Two reports based on one source are only one piece of evidence. Keep the better one, or explain what the second one adds.`,
  };
}

/** Runs of letters and digits. Each ideograph or kana counts as a word, because these scripts do not use spaces. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu;

function words(text: string): string[] {
  return comparable(text).toLowerCase().match(WORD) ?? [];
}
