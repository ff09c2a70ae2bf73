import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";

/** Fails if a document links to a file, names one between backticks, or names a script, that does not exist. */

const DOCUMENTS = [
  "README.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...["clients", "docs", "examples"].flatMap(documentsIn),
];
const { scripts } = JSON.parse(readFileSync("package.json", "utf8"));

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
  const whole = readFileSync(document, "utf8");
  for (const [command, name = ""] of whole.matchAll(/npm run (?:--silent )?([\w:-]+)/g))
    if (!(name in scripts)) yield command;
  const text = whole.replace(/```[\s\S]*?```/g, "");
  for (const [, target = ""] of text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)) {
    if (!/^[a-z]+:/.test(target)) yield normalize(join(dirname(document), target));
  }
  for (const [, name = ""] of text.matchAll(/`([\w.[\]()/-]+)`/g)) {
    const [folder = ""] = name.split("/");
    if (name.includes("/") && existsSync(folder)) yield name;
  }
}
