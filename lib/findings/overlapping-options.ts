import { pointer } from "#lib/contract/issue.ts";
import type { Detector, Finding } from "./finding.ts";
import { optionTexts } from "./option-texts.ts";
import { quote } from "./quote.ts";
import { commonValues } from "./range-cover.ts";
import { readValueRange } from "./value-range.ts";

/** Options whose ranges of one thing share a value: "10-20" and "20-30" both hold 20. */
export const findOverlappingRanges: Detector = ({ task }) => {
  const options = optionTexts(task).map((option) => ({ ...option, range: readValueRange(option.text) }));
  const findings: Finding[] = [];
  for (const [index, { option, text, range }] of options.entries()) {
    for (const other of options.slice(0, index)) {
      const common = range && other.range && commonValues(range, other.range);
      if (common === undefined) continue;
      // The same single number twice is a matter of wording, which another detector looks at.
      if (range?.lower === range?.upper && other.range?.lower === other.range?.upper) continue;
      findings.push({
        id: "overlapping-options",
        severity: "high",
        path: pointer(["task", "criteria", option]),
        message: `${quote(text)} and ${quote(other.text)} both hold ${common}. Options must exclude each other: say which of the two it belongs to.`,
      });
      break;
    }
  }
  return findings;
};
