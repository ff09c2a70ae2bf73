import "#server/process/quick-imports.ts";

/** Starts the gateway. What it needs is imported once the hook is in place. */
await import("#server/process/serve.ts");
