import { countOf } from "#lib/format.ts";
import type { Section } from "#lib/scores/report.ts";
import { describeCalibration, describeCompared, describeSkill } from "./describe-skill.ts";
import styles from "./headline.module.css";

/** Summarises the record: skill against the last crowd, calibration, number of questions. */
export function Headline({ part }: { readonly part: Section }) {
  const { lastCrowd } = part.references;
  const { verdict, figures } = describeSkill(lastCrowd);
  return (
    <section className={styles.headline} aria-label="Summary">
      <div>
        <p className={styles.main}>
          {verdict} {figures !== "" && <span className={styles.figures}>{figures}</span>}
        </p>
        <p className={styles.note}>{describeCompared(lastCrowd?.questions ?? 0)}</p>
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
  const [fact, note] = describeCalibration(points);
  return (
    <div>
      <p className={styles.fact}>{fact}</p>
      <p className={styles.note}>{note}</p>
    </div>
  );
}
