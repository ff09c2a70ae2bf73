import type { Outputs } from "#components/frame/trpc.ts";
import { ChangeRow } from "#components/review/change-row.tsx";
import { countOf } from "#lib/format.ts";
import styles from "./compare-screen.module.css";
import { nameOf } from "./name-of.ts";

interface WhatDiffersProps {
  readonly changes: Outputs["forecasts"]["compare"]["changes"];
}

/** What was asked for each forecast, against the first, field by field. */
export function WhatDiffers({ changes }: WhatDiffersProps) {
  return changes.map((list, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the place is what a forecast is here.
    <section key={index} className={styles.differs}>
      <h3>
        {nameOf(index + 1)} against {nameOf(0)}:{" "}
        {list.length === 0 ? "the same task and the same input" : countOf(list.length, "difference")}
      </h3>
      <ul className={styles.changes}>
        {list.map((change) => (
          <ChangeRow key={`${change.kind} ${change.path}`} change={change} />
        ))}
      </ul>
    </section>
  ));
}
