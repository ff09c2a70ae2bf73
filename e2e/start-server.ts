import { existsSync } from "node:fs";
import { join } from "node:path";
import { copySeededFolder } from "#test/seeded-folder.ts";

/**
 * Starts the gateway on DATA_DIR. If DATA_DIR has no database, copies a seeded one first, which saves seconds. Its clock
 * is TEST_AHEAD_MS ahead, so that a test need not wait for a resolution date.
 */
const { DATA_DIR = "", TEST_AHEAD_MS } = process.env;
if (TEST_AHEAD_MS !== undefined) {
  const realNow = Date.now;
  const now = () => realNow() + Number(TEST_AHEAD_MS);
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, self) => Reflect.construct(target, given.length === 0 ? [now()] : given, self),
    get: (target, name) => (name === "now" ? now : Reflect.get(target, name)),
  });
}
if (!existsSync(join(DATA_DIR, "database"))) await copySeededFolder(DATA_DIR);
process.env.LOG_LEVEL ??= "warn";
await import("../server/main.ts");
