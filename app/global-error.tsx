"use client";

interface ErrorPageProps {
  readonly reset: () => void;
}

/** Where even the root layout fails: nothing of the console is there to lean on. */
export default function GlobalError({ reset }: ErrorPageProps) {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>The console failed</h1>
          <p>Try again. If it keeps failing, tell the operators.</p>
          <button type="button" onClick={reset}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
