"use client";

/**
 * Where even the root layout fails: nothing of the console is there to lean on. The page is rendered at build time, so
 * its scripts have no nonce and may not run: a form loads the failed page again without them.
 */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>The console failed</h1>
          <p>Try again. If it keeps failing, tell the operators.</p>
          <form>
            <button type="submit">Try again</button>
          </form>
        </main>
      </body>
    </html>
  );
}
