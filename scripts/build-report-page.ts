import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "vite";

const ROOT = join(import.meta.dirname, "..");

/**
 * `node scripts/build-report-page.ts`: bundles the page of `report.html` with its styles into one file, because Node.js
 * cannot import TSX and CSS. Part of `npm run build`. Replaces the file atomically: other processes may be importing it.
 */
export async function buildReportPage(): Promise<void> {
  const built = await build({
    root: ROOT,
    configFile: false,
    logLevel: "error",
    // The page has no links within the console.
    resolve: { alias: { "next/link": join(ROOT, "components/scores/no-link.ts") } },
    build: { ssr: "components/scores/report-page.tsx", ssrEmitAssets: true, write: false },
  });
  const output = "output" in built ? built.output : [];
  const code = output.flatMap((file) => (file.type === "chunk" ? [file.code] : []));
  const bundled = output.flatMap((file) => (file.type === "asset" ? [String(file.source)] : []));
  const shared = ["app/tokens.css", "app/console.css"].map((file) => readFileSync(join(ROOT, file), "utf8"));
  const styles = JSON.stringify([...shared, ...bundled].join("\n"));
  const folder = join(ROOT, ".next");
  const file = join(folder, "report-page.mjs");
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${file}.${process.pid}`, `${code.join("")}\nexport const styles = ${styles};\n`);
  renameSync(`${file}.${process.pid}`, file);
}

if (process.argv[1] === import.meta.filename) await buildReportPage();
