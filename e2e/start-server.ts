import { existsSync } from "node:fs";
import { join } from "node:path";
import { copyEmptyDatabase } from "#test/empty-database.ts";

/** Starts the gateway on the DATA_DIR of the environment, seeding an empty database if it has none. */
const { DATA_DIR = "" } = process.env;
if (!existsSync(join(DATA_DIR, "database"))) await copyEmptyDatabase(DATA_DIR);
process.env.LOG_LEVEL ??= "warn";
await import("../server/main.ts");
