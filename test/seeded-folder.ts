import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { readConfig } from "#server/config.ts";
import { createGateway } from "#server/create-gateway.ts";

const CACHE = join("node_modules", ".cache", "gateway-test");
/** One that has not been copied for so long belongs to code of the past. */
const STALE_MS = 600_000;

/**
 * Lays down the data folder of a gateway that has been started once. A first start takes seconds, so one is made with
 * the code as it is, kept, and copied from then on.
 */
export async function copyFurnishedFolder(folder: string): Promise<void> {
  const template = join(CACHE, hashOfCode());
  if (!existsSync(template)) await makeTemplate(template);
  utimesSync(template, new Date(), new Date());
  cpSync(template, folder, { recursive: true });
}

async function makeTemplate(template: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE)) {
    const old = join(CACHE, name);
    if (Date.now() - statSync(old).mtimeMs > STALE_MS) rmSync(old, { recursive: true, force: true });
  }
  const draft = mkdtempSync(join(CACHE, "draft-"));
  const { close } = await createGateway(readConfig({ DATA_DIR: draft, LOG_LEVEL: "silent" }));
  await close();
  try {
    renameSync(draft, template);
  } catch {
    // Another process was faster: its template is as good.
    rmSync(draft, { recursive: true });
  }
}

function hashOfCode(): string {
  const hash = createHash("sha256");
  for (const folder of ["examples", "lib", "server"]) {
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).sort()) {
      const file = join(folder, name);
      if (name.endsWith(".test.ts") || !statSync(file).isFile()) continue;
      hash.update(`${file}\n`).update(readFileSync(file));
    }
  }
  return hash.digest("hex").slice(0, 16);
}
