import { formatPercent } from "#lib/distribution/format-percent.ts";
import { probabilityOrder } from "#lib/distribution/order-options.ts";
import { countOf } from "#lib/format.ts";
import { Bar } from "./bar.tsx";
import styles from "./mini-bars.module.css";

const SHOWN = 3;

/** The most probable options of a forecast as small bars, for lists. */
export function MiniBars({ probabilities }: { readonly probabilities: Readonly<Record<string, number>> }) {
  const order = probabilityOrder(probabilities);
  // One more is shown rather than counted.
  const shown = order.length === SHOWN + 1 ? order : order.slice(0, SHOWN);
  const rest = order.length - shown.length;
  return (
    <ul className={styles.bars}>
      {shown.map((option) => (
        <li key={option} className={styles.row}>
          <span className={styles.option} title={option}>
            {option}
          </span>
          <Bar share={probabilities[option] ?? 0} />
          <span className={styles.value}>{formatPercent(probabilities[option] ?? 0)}</span>
        </li>
      ))}
      {rest > 0 && <li className={styles.rest}>and {countOf(rest, "more option")}</li>}
    </ul>
  );
}
