import styles from "#components/ui/charts/chart.module.css";
import { DotPlot } from "#components/ui/charts/dot-plot.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { countOf, formatDifference } from "#lib/format.ts";
import type { Source } from "./source-table.tsx";

const MAX_SHOWN = 20;

/** Plots the difference between our log score and that of each source, with its interval. The table has the same values. */
export function DifferencePlot({ sources }: { readonly sources: readonly Source[] }) {
  const compared = sources.flatMap(({ source, difference }) =>
    difference === null ? [] : [{ source, ...difference }],
  );
  if (compared.length === 0) return null;
  const significant = compared.filter(({ isSignificant }) => isSignificant);
  return (
    <Panel title="Compared with our forecasts">
      <p>
        {significant.length === 0
          ? "No difference is significant: its interval must exclude 0, with at least 100 questions."
          : `${countOf(significant.length, "difference")} of ${compared.length} significant.`}
      </p>
      <figure className={styles.plain} aria-label="Log score difference by source">
        <DotPlot
          dots={compared.slice(0, MAX_SHOWN).map(({ source, value, interval, isSignificant, questions }) => ({
            id: source,
            name: <bdi>{source}</bdi>,
            value,
            interval,
            isHollow: !isSignificant,
            note: countOf(questions, "question"),
          }))}
          line={0}
          format={formatDifference}
        />
        <figcaption className={styles.caption}>
          Log score difference. Right of 0, the source is better. Bars show 95 % confidence intervals; filled dots are
          significant.
          {compared.length > MAX_SHOWN && ` The plot shows the first ${MAX_SHOWN} sources of the table.`}
        </figcaption>
      </figure>
    </Panel>
  );
}
