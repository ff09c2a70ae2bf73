import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Fails if a document links to a file, or names one between backticks, that does not exist. */

const DOCUMENTS = ["README.md", "CONTRIBUTING.md", ...documentsIn("docs"), ...documentsIn("examples")];
const FOLDERS = ["app", "bench", "components", "docs", "e2e", "examples", "lib", "scripts", "server", "test", ".ci"];

const missing = DOCUMENTS.flatMap((document) =>
  [...namesIn(document)].filter((name) => !existsSync(name)).map((name) => `${document}: ${name} does not exist`),
);
for (const line of missing) console.error(line);
if (missing.length > 0) process.exitCode = 1;

function documentsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join(folder, name));
}

function* namesIn(document: string): Generator<string> {
  const text = readFileSync(document, "utf8").replace(/```[\s\S]*?```/g, "");
  for (const [, target = ""] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
    if (!/^[a-z]+:/.test(target)) yield normalize(join(dirname(document), target));
  }
  for (const [, name = ""] of text.matchAll(/`([\w.[\]()/-]+)`/g)) {
    const [folder = ""] = name.split("/");
    if (name.includes("/") && FOLDERS.includes(folder)) yield name;
  }
}
