import { Bar } from "#components/ui/bar.tsx";
import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { countOf } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { probabilityOrder } from "#lib/stats/order-options.ts";
import styles from "./mini-bars.module.css";

const SHOWN = 3;

interface MiniBarsProps {
  /** In the caller's order. */
  readonly options: readonly string[];
  readonly labels: OptionLabels;
  readonly probabilities: Readonly<Record<string, number>>;
}

/**
 * Small bar chart for list rows, in the caller's order. Of more than four options, only the three most probable are
 * shown.
 */
export function MiniBars({ options, labels, probabilities }: MiniBarsProps) {
  // Four options are all shown, because the line "and 1 more option" would take as much space as the fourth option.
  const likely = probabilityOrder(probabilities).slice(0, SHOWN);
  const shown = options.length <= SHOWN + 1 ? options : options.filter((option) => likely.includes(option));
  const rest = options.length - shown.length;
  return (
    <ul className={styles.bars}>
      {shown.map((option) => (
        <li key={option} className={styles.row}>
          <span className={styles.option} title={option}>
            {nameOption(option, labels)}
          </span>
          <Bar share={probabilities[option] ?? 0} />
          <span className={styles.value}>{formatPercent(probabilities[option] ?? 0)}</span>
        </li>
      ))}
      {rest > 0 && <li className={styles.rest}>and {countOf(rest, "more option")}</li>}
    </ul>
  );
}
