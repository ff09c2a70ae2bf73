import type { JsonObject } from "#lib/contract/json.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { visible } from "#lib/format.ts";
import styles from "./structured-data.module.css";

/** A structured observation: its kind, and its fields as they are. */
export function StructuredData({ data }: { readonly data: JsonObject }) {
  const { kind, ...rest } = data;
  return (
    <div className={styles.data}>
      <strong>{typeof kind === "string" ? visible(kind) : "structured"}</strong>
      {Object.entries(rest).map(([name, value]) => (
        <span key={name} className={styles.field}>
          <span className={styles.name}>{visible(name)}</span> {showValue(value)}
        </span>
      ))}
    </div>
  );
}

/** One level of an object reads as "yes 0.6, no 0.4"; what is deeper, as JSON. */
function showValue(value: unknown): string {
  if (isJsonObject(value) && Object.values(value).every((inner) => inner === null || typeof inner !== "object")) {
    return visible(
      Object.entries(value)
        .map(([name, inner]) => `${name} ${inner}`)
        .join(", "),
    );
  }
  return visible(typeof value === "string" ? value : JSON.stringify(value));
}
