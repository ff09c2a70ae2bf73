import { Bar } from "#components/ui/bar.tsx";
import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";
import styles from "./top-options.module.css";

interface TopOptionsProps {
  readonly labels: OptionLabels;
  readonly probabilities: Readonly<Record<string, number>>;
}

/** Shows the most probable option with its bar on one line and, of three or more options, the second most probable. */
export function TopOptions({ labels, probabilities }: TopOptionsProps) {
  const order = probabilityOrder(probabilities);
  return (
    <div className={styles.options}>
      <span className={styles.bar}>
        <Bar share={probabilities[order[0] ?? ""] ?? 0} />
      </span>
      {order.slice(0, order.length > 2 ? 2 : 1).map((option, rank) => {
        const look = rank === 0 ? "" : styles.second;
        return [
          <span key={option} className={`${styles.name} ${look}`} title={nameOption(option, labels)} dir="auto">
            {nameOption(option, labels)}
          </span>,
          <strong key={`${option} %`} className={`${styles.percent} ${look}`}>
            {formatPercent(probabilities[option] ?? 0)}
          </strong>,
        ];
      })}
    </div>
  );
}
