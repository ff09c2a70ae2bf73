import type { ReactNode } from "react";
import styles from "./description-list.module.css";

export interface Description {
  readonly name: string;
  readonly value: ReactNode;
}

/** Names and values, one under the other. */
export function DescriptionList({ facts }: { readonly facts: readonly Description[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ name, value }) => (
        <div key={name} className={styles.fact}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
