import { countOf, formatCount } from "#lib/format.ts";
import type { Section } from "#lib/scores/report.ts";
import { nameBin } from "#lib/scores/score-tables.ts";
import { judgeCalibration, MIN_TO_JUDGE } from "#lib/stats/calibration.ts";
import { MIN_QUESTIONS } from "#lib/stats/significance.ts";
import { describeSkill } from "./describe-skill.ts";
import styles from "./headline.module.css";

/** Summarises the record: skill against the last crowd, calibration, number of questions. */
export function Headline({ part }: { readonly part: Section }) {
  const { lastCrowd } = part.references;
  const { verdict, figures } = describeSkill(lastCrowd);
  const compared = lastCrowd?.questions ?? 0;
  return (
    <section className={styles.headline} aria-label="Summary">
      <div>
        <p className={styles.main}>
          {verdict} {figures !== "" && <span className={styles.figures}>{figures}</span>}
        </p>
        <p className={styles.note}>
          {compared === 0
            ? "No scored question has a forecast of another source."
            : `Brier skill with its 95 % interval, over ${countOf(compared, "question")} with a forecast of another source.`}
          {compared > 0 && compared < MIN_QUESTIONS && ` At least ${MIN_QUESTIONS} are needed for a verdict.`}
        </p>
      </div>
      <Calibration points={part.reliability} />
      <div>
        <p className={styles.fact}>{countOf(part.questions, "question")}</p>
        <p className={styles.note}>{countOf(part.forecasts, "forecast")}.</p>
      </div>
    </section>
  );
}

function Calibration({ points }: { readonly points: Section["reliability"] }) {
  const { verdict, outside, questions } = judgeCalibration(points);
  const texts = {
    calibrated: ["Consistent with calibration", "Every bin of the reliability diagram lies within its band."],
    miscalibrated: [
      `Miscalibrated in ${countOf(outside.length, "bin")}`,
      `Outside the band: forecasts of ${outside.map(({ bin }) => nameBin(bin)).join(", ")}.`,
    ],
    "too few questions": [
      "Too few questions to judge calibration",
      `${formatCount(questions)} of at least ${MIN_TO_JUDGE}.`,
    ],
  } as const;
  const [fact, note] = texts[verdict];
  return (
    <div>
      <p className={styles.fact}>{fact}</p>
      <p className={styles.note}>{note}</p>
    </div>
  );
}
