import { existsSync } from "node:fs";
import { join } from "node:path";
import { copyEmptyDatabase } from "#test/empty-database.ts";

/** The gateway on the data folder of the environment, which gets an empty database where it has none. */
const { DATA_DIR = "" } = process.env;
if (!existsSync(join(DATA_DIR, "database"))) await copyEmptyDatabase(DATA_DIR);
process.env.LOG_LEVEL ??= "warn";
await import("../server/main.ts");
