import styles from "./error-page.module.css";

interface ErrorPageProps {
  readonly retry: () => void;
  /** Id of the error in the server's log. */
  readonly digest: string | undefined;
}

/** Replaces a page that failed. Uses plain elements, because every page loads it and few show it. */
export function ErrorPage({ retry, digest }: ErrorPageProps) {
  return (
    <section className={styles.page} role="alert">
      <h1>This page could not be loaded</h1>
      <p>
        Try again. If it keeps failing, check whether the gateway is <a href="/health/ready">ready</a>, and tell the
        operators
        {digest === undefined ? (
          "."
        ) : (
          <>
            {" "}
            the code <code>{digest}</code>: the log has the cause under it.
          </>
        )}
      </p>
      <button type="button" onClick={retry}>
        Try again
      </button>
    </section>
  );
}
