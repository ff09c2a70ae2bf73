/**
 * Imported as `#server-only` by the modules through which the rest of the server is reached. Bundles for the browser
 * cannot resolve that name (see "imports" in package.json), so a build that would send server code there fails.
 */
export {};
