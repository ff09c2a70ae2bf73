import { countOf, formatCount } from "#lib/format.ts";
import type { Comparison } from "#lib/scores/report.ts";
import { nameBin } from "#lib/scores/score-tables.ts";
import { judgeCalibration, MIN_TO_JUDGE } from "#lib/stats/calibration.ts";
import type { ReliabilityPoint } from "#lib/stats/reliability.ts";
import { isSignificant, MIN_QUESTIONS } from "#lib/stats/significance.ts";

interface SkillText {
  readonly verdict: string;
  /** The skill and its interval in percent: "+4 % [1, 7]"; without the skill if the verdict contains it. */
  readonly figures: string;
}

/** Says whether our Brier score is better than that of the crowd’s last forecast. */
export function describeSkill(lastCrowd: Pick<Comparison, "questions" | "brierSkill"> | undefined): SkillText {
  const { questions = 0, brierSkill: brier = null } = lastCrowd ?? {};
  if (brier === null) return { verdict: "No crowd to compare with", figures: "" };
  const { value, interval } = brier;
  const range = interval === null ? "" : `[${inPercent(interval.low)}, ${inPercent(interval.high)}]`;
  if (isSignificant(questions, interval)) {
    const verdict = `${value > 0 ? "Better" : "Worse"} than the crowd’s last forecast by ${inPercent(Math.abs(value))} %`;
    return { verdict, figures: range };
  }
  const verdict =
    questions < MIN_QUESTIONS
      ? "Too few questions to compare with the crowd’s last forecast"
      : "Not distinguishable from the crowd’s last forecast";
  return { verdict, figures: `${value > 0 ? "+" : ""}${inPercent(value)} % ${range}`.trim() };
}

/** Has a decimal only below 1 %. */
function inPercent(share: number): string {
  const percent = (100 * share).toFixed(Math.abs(share) < 0.00995 ? 1 : 0);
  return Number(percent) === 0 ? "0" : percent.replace("-", "−");
}

/** Says on how many questions the skill is based. */
export function describeCompared(questions: number): string {
  if (questions === 0) return "No scored question has a forecast of another source.";
  const few = questions < MIN_QUESTIONS ? ` At least ${MIN_QUESTIONS} are needed for a verdict.` : "";
  return `Brier skill with its 95 % interval, over ${countOf(questions, "question")} with a forecast of another source.${few}`;
}

/** Returns the verdict on calibration, and its reason. */
export function describeCalibration(points: readonly ReliabilityPoint[]): readonly [verdict: string, reason: string] {
  const { verdict, outside, questions } = judgeCalibration(points);
  switch (verdict) {
    case "calibrated":
      return ["Consistent with calibration", "Every bin of the reliability diagram lies within its band."];
    case "miscalibrated":
      return [
        `Miscalibrated in ${countOf(outside.length, "bin")}`,
        `Outside the band: forecasts of ${outside.map(({ bin }) => nameBin(bin)).join(", ")}.`,
      ];
    case "too few questions":
      return ["Too few questions to judge calibration", `${formatCount(questions)} of at least ${MIN_TO_JUDGE}.`];
  }
}
