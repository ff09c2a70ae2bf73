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

const CACHE = join("node_modules", ".cache", "gateway-test");
/** Cached templates that have not been used for a day are deleted. */
const STALE_MS = 86_400_000;

/** A folder that takes seconds to create. It is created once, cached on disk and copied for each test. */
export interface Template {
  readonly name: string;
  /** Source files and folders. If one of them changes, the template is created again. */
  readonly madeOf: readonly string[];
  make(draft: string): Promise<void>;
}

/** Path of each cached template. Computed once per process, because it requires hashing a thousand source files. */
const cachedFolders = new Map<Template, string>();

export async function copyTemplate(template: Template, folder: string): Promise<void> {
  const cached = cachedFolders.get(template) ?? join(CACHE, `${template.name}-${hashOf(template.madeOf)}`);
  cachedFolders.set(template, cached);
  if (!existsSync(cached)) await keep(template, cached);
  utimesSync(cached, new Date(), new Date());
  cpSync(cached, folder, { recursive: true });
}

/** Creates a cached template atomically: makes it in a draft folder, which is renamed when it is complete. */
async function keep({ make }: Template, cached: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true });
  for (const name of readdirSync(CACHE)) {
    const old = join(CACHE, name);
    // Another process may have renamed its draft in the meantime.
    const age = Date.now() - (statSync(old, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
    if (age > STALE_MS) rmSync(old, { recursive: true, force: true });
  }
  const draft = mkdtempSync(join(CACHE, "draft-"));
  await make(draft);
  try {
    renameSync(draft, cached);
  } catch {
    // Another process has created the same template first.
    rmSync(draft, { recursive: true });
  }
}

function hashOf(paths: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of paths.flatMap(filesOf)) hash.update(`${file}\n`).update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}

function filesOf(path: string): string[] {
  if (!statSync(path).isDirectory()) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .sort()
    .map((name) => join(path, name))
    .filter((file) => !file.endsWith(".test.ts") && statSync(file).isFile());
}
