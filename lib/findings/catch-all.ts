import type { Detector } from "./finding.ts";
import { type OptionText, optionTexts } from "./option-texts.ts";

const CATCH_ALL =
  /^(?:none|nobody|nothing|no one)\b|\b(?:others?|none of|neither|else|otherwise|not listed|unknown)\b/i;

/** Whether an option covers every case that no other option covers ("other", "none of these"). English only. */
export function isCatchAll({ name, text }: Pick<OptionText, "name" | "text">): boolean {
  return CATCH_ALL.test(name) || CATCH_ALL.test(text);
}

/** A hint only: the reviewer decides whether the options are exhaustive. Two options are usually yes and no. */
export const findMissingCatchAll: Detector = ({ task }) => {
  const options = optionTexts(task);
  if (options.length === 2 || options.some(isCatchAll)) return [];
  const message =
    'No option is named "other" or "none". Options must be exhaustive: add such an option, or make sure that nothing else can happen, also if the event is cancelled or late.';
  return [{ id: "no-catch-all", severity: "low", path: "/task/criteria", message }];
};
