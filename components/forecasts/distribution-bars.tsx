import { Bar } from "#components/ui/bar.tsx";
import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import styles from "./distribution-bars.module.css";

interface DistributionBarsProps {
  readonly order: readonly string[];
  readonly probabilities: Readonly<Record<string, number>>;
  readonly labels: OptionLabels;
  readonly tied: readonly string[];
}

export function DistributionBars({ order, probabilities, labels, tied }: DistributionBarsProps) {
  return (
    <figure className={styles.figure} aria-label="Probability of each option, from 0 to 100 %">
      {order.map((option) => (
        <div key={option} className={styles.row}>
          <span className={styles.option} title={option} dir="auto">
            {nameOption(option, labels)}
          </span>
          {tied.includes(option) && <span className={styles.tie}>tied</span>}
          <span className={styles.value}>{formatPercent(probabilities[option] ?? 0)}</span>
          <span className={styles.bar}>
            <Bar share={probabilities[option] ?? 0} />
          </span>
        </div>
      ))}
      <div className={styles.marks} aria-hidden="true">
        {["0", "25", "50", "75", "100 %"].map((mark) => (
          <span key={mark}>{mark}</span>
        ))}
      </div>
    </figure>
  );
}
