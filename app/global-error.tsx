"use client";

/**
 * Replaces the root layout when that fails, so no provider or style of the console is available. The page is rendered
 * at build time: its scripts have no nonce and may be blocked. A plain form therefore reloads the failed page.
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
