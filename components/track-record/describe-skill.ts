import type { Comparison } from "#lib/scores/report.ts";
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
