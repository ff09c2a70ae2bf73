import { isCatchAll } from "./catch-all.ts";
import { areComplementary } from "./complementary.ts";
import type { Detector } from "./finding.ts";
import { optionTexts } from "./option-texts.ts";
import { valuesLeftOut } from "./range-cover.ts";
import { readValueRange } from "./value-range.ts";

/**
 * Options of which none catches the rest. Silent for yes/no pairs, for up/down/unchanged, and for ranges of one thing
 * that leave no value out; ranges that do are told which.
 */
export const findMissingCatchAll: Detector = ({ task }) => {
  const options = optionTexts(task);
  if (options.some(isCatchAll)) return [];
  const ranges = options.map(({ text }) => readValueRange(text)).filter((range) => range !== undefined);
  const areRanges = ranges.length === options.length && new Set(ranges.map((range) => range.of)).size === 1;
  const leftOut = areRanges ? valuesLeftOut(ranges) : "";
  if (leftOut === undefined || areComplementary(options)) return [];
  // Numbers one by one ("place 1", "place 2") are names, not ranges.
  const spans = areRanges && ranges.some(({ lower, upper }) => lower !== upper);
  const what = spans ? `No option holds ${leftOut}.` : "No option catches the case that none of these happens.";
  return [
    {
      id: "no-catch-all",
      severity: "medium",
      path: "/task/criteria",
      message: `${what} Options must be exhaustive: add one such as "other", or make sure that nothing else is possible, also if the event is cancelled or late.`,
    },
  ];
};
