import { nameBin } from "#components/ui/charts/describe-reliability.ts";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { countOf, formatCount } from "#lib/format.ts";
import { judgeCalibration, MIN_TO_JUDGE } from "#lib/stats/calibration.ts";
import { MIN_QUESTIONS } from "#lib/stats/significance.ts";
import { describeSkill } from "./describe-skill.ts";
import styles from "./headline.module.css";

type TrackRecord = Outputs["outcomes"]["scores"];

interface HeadlineProps {
  readonly record: TrackRecord;
  readonly part: NonNullable<TrackRecord["part"]>;
}

/** Summarises the record: skill against the last crowd, calibration, number of questions. */
export function Headline({ record: { asOf, skill, reliability }, part }: HeadlineProps) {
  const { lastCrowd } = skill;
  const { verdict, figures } = describeSkill(lastCrowd);
  return (
    <section className={styles.headline} aria-label="Summary">
      <div>
        <p className={styles.main}>
          {verdict} {figures !== "" && <span className={styles.figures}>{figures}</span>}
        </p>
        <p className={styles.note}>
          {lastCrowd.questions === 0
            ? "No scored question has a forecast of another source."
            : `Brier skill with its 95 % interval, over ${countOf(lastCrowd.questions, "question")} with a forecast of another source.`}
          {lastCrowd.questions > 0 &&
            lastCrowd.questions < MIN_QUESTIONS &&
            ` At least ${MIN_QUESTIONS} are needed for a verdict.`}
        </p>
      </div>
      <Calibration points={reliability} />
      <div>
        <p className={styles.fact}>{countOf(part.questions, "question")}</p>
        <p className={styles.note}>
          {countOf(part.forecasts, "forecast")}, as of <TimeText exact at={asOf} />.
        </p>
      </div>
    </section>
  );
}

function Calibration({ points }: { readonly points: TrackRecord["reliability"] }) {
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
