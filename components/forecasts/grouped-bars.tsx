import type { Outputs } from "#components/ui/trpc.ts";
import { nameOption } from "#lib/domain/option-label.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import styles from "./grouped-bars.module.css";
import { Letter } from "./letter.tsx";

export function GroupedBars({ options, labels }: Pick<Outputs["forecasts"]["compare"], "options" | "labels">) {
  return (
    <figure className={styles.figure} aria-label="Probability of each option in each forecast, from 0 to 100 %">
      {options.map(({ option, probabilities }) => (
        <div key={option} className={styles.group}>
          <span className={styles.option} title={option}>
            {nameOption(option, labels)}
          </span>
          <div className={styles.bars}>
            {probabilities.map((probability, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a forecast is identified by its index here.
              <div key={index} className={styles.row}>
                <Letter index={index} />
                {probability === null ? (
                  <span className={styles.none}>not an option</span>
                ) : (
                  <>
                    <span className={styles.track} aria-hidden="true">
                      <span
                        className={styles.fill}
                        style={{ width: `${probability * 100}%`, background: `var(--part-${index + 1})` }}
                      />
                    </span>
                    <span className={styles.value}>{formatPercent(probability)}</span>
                  </>
                )}
              </div>
            ))}
          </div>
        </div>
      ))}
    </figure>
  );
}
