"use client";

/**
 * Error page for a failed root layout. It replaces that layout, so the console's providers and styles are missing. It
 * is rendered at build time, so its scripts have no CSP nonce and may be blocked. A plain form reloads the failed page.
 */
export default function GlobalError() {
  return (
    <html lang="en">
      <body>
        <main>
          <h1>The console failed</h1>
          <p>Try again. If the error persists, contact the operators.</p>
          <form>
            <button type="submit">Try again</button>
          </form>
        </main>
      </body>
    </html>
  );
}
