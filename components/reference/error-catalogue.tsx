import { exampleOf, PROVOCATIONS } from "#lib/contract/error-examples.ts";
import { ERROR_CODES, ERRORS } from "#lib/contract/error-table.ts";
import styles from "./error-catalogue.module.css";
import { Marked } from "./marked.tsx";

/** Every code with its cause and remedy, in the order of checks; each has an anchor of its own. */
export function ErrorCatalogue() {
  return (
    <ol className={styles.codes}>
      {ERROR_CODES.map((code) => {
        const { status, cause, remedy } = ERRORS[code];
        return (
          <li key={code} id={code} className={styles.entry}>
            <a className={styles.code} href={`#${code}`}>
              <code>{code}</code>
            </a>
            <span className={styles.status}>{status}</span>
            <div className={styles.words}>
              <span>{cause}</span> <Marked text={remedy} />
              <details className={styles.example}>
                <summary>Example: {PROVOCATIONS[code].when}</summary>
                <pre>{JSON.stringify(exampleOf(code), null, 2)}</pre>
              </details>
            </div>
          </li>
        );
      })}
    </ol>
  );
}
