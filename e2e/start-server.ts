/** The gateway on the data folder that playwright.config.ts made. */
process.env.LOG_LEVEL ??= "warn";
await import("../server/main.ts");
