import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The gateway on an empty data folder of its own. */
process.env.DATA_DIR ??= mkdtempSync(join(tmpdir(), "gateway-e2e-"));
process.env.LOG_LEVEL ??= "warn";
await import("../server/main.ts");
