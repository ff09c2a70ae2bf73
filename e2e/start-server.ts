import { existsSync } from "node:fs";
import { join } from "node:path";
import { copyEmptyDatabase } from "#test/empty-database.ts";

/** Starts the gateway on DATA_DIR. If DATA_DIR has no database, copies an empty one first, which saves seconds. */
const { DATA_DIR = "" } = process.env;
if (!existsSync(join(DATA_DIR, "database"))) await copyEmptyDatabase(DATA_DIR);
process.env.LOG_LEVEL ??= "warn";
await import("../server/main.ts");
