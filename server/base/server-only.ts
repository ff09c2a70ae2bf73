/**
 * Imported as `#server-only` by the server's entry modules. Browser bundles cannot resolve that name (see "imports" in
 * package.json), so a build that would send server code to the browser fails.
 */
export {};
