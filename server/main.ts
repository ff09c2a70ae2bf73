import "#server/process/quick-imports.ts";

/** Starts the gateway. Imported dynamically, so that the hook is registered before any other module loads. */
await import("#server/process/serve.ts");
