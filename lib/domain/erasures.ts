import { namesOf } from "#lib/names-of.ts";

/** Reasons for an erasure. */
export const ERASURE_RULES = {
  personal_data: "Personal data that nobody may keep",
  licence_ended: "The licence of the data has ended",
  contract: "A contract demands it",
  court_order: "A court or an authority demands it",
  mistake: "The text was sent by mistake",
} as const;

export const ERASURE_RULE_NAMES = namesOf(ERASURE_RULES);

export type ErasureRule = keyof typeof ERASURE_RULES;

/** The rule of erasures that the retention makes. */
export const RETENTION = "retention";

export const HELD_THINGS = ["question", "key"] as const;

export const ERASED_THINGS = ["submission", "observation", "note", "member"] as const;

/** End of the refusal of a member who submits erased content for the first time. */
export const ERASED_WARNING = "If it may be stored again, submit it once more (in scripts: with restore_erased).";

/** Returns the text that readers see in the place of an erased one. `by` is the id of the requesting administrator. */
export function wordsOfErasure({ at, by, rule }: { readonly at: string; readonly by: string; readonly rule: string }) {
  return `Erased on ${at.slice(0, 10)} by ${by}, rule ${rule}.`;
}

const WORDS = String.raw`Erased on \d{4}-\d\d-\d\d by [\w-]{1,100}, rule [a-z_]{1,40}\.`;
const TIME = String.raw`[\dTtZz:.+-]{1,80}`;
const NOTICE = new RegExp(`^${WORDS}$`);
const PARTLY_ERASED = new RegExp(
  String.raw`^\{"as_of":"${TIME}","context":\[.*\{"observed_at":"${TIME}","text":"${WORDS}","type":"text"\}.*\]\}$`,
);
const ERASED_CONTENT = new RegExp(
  String.raw`^(\{"as_of":"${TIME}","context":\[\{"observed_at":"${TIME}","text":"${WORDS}","type":"text"\}\]\}` +
    String.raw`|\{"criteria":\{("erased-\d{3,}":null,?)+\},"instructions":"${WORDS}",` +
    String.raw`"resolution":\{"criteria":"${WORDS}","resolves_at":"${TIME}"\},"type":"choice"\})$`,
);

/** Whether a stored task or input has the form of an erased one, which has no text but the notice of the erasure. */
export function isErasedContent(canonical: string): boolean {
  return ERASED_CONTENT.test(canonical);
}

/** Whether a stored input has the form of one that lost an observation. Only verification knows its other observations. */
export function isPartlyErased(canonical: string): boolean {
  return PARTLY_ERASED.test(canonical);
}

/** Whether a text is the notice of an erasure. */
export function isNotice(text: string): boolean {
  return NOTICE.test(text);
}
