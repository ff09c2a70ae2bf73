import styles from "./error-page.module.css";

interface ErrorPageProps {
  /** `digest` is an error id that Next.js also writes to the server log. Undefined if the error occurred in the browser. */
  readonly error: { readonly digest?: string };
  readonly reset: () => void;
}

/** Error page. Uses plain elements instead of Mantine, because every page loads this code and few pages fail. */
export function ErrorPage({ error: { digest }, reset }: ErrorPageProps) {
  return (
    <section className={styles.page} role="alert">
      <h1>This page could not be loaded</h1>
      <p>
        Try again. If the error persists, check whether the gateway is <a href="/health/ready">ready</a>, and contact
        the operators
        {digest === undefined ? (
          "."
        ) : (
          <>
            {" "}
            with the error code <code>{digest}</code>. Look up this code in the server log to find the cause.
          </>
        )}
      </p>
      <button type="button" onClick={reset}>
        Try again
      </button>
    </section>
  );
}
