import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signIn } from "#test/console-client.ts";
import { findBrowser } from "./find-browser.mjs";
import { withSeededGateway } from "./seeded-gateway.ts";

/**
 * `npm run lighthouse`: measures the five main pages on a desktop, of a gateway with examples, and fails where one has
 * less than 95 for performance, less than 100 for accessibility, or a layout shift above 0.02. Lighthouse is fetched by
 * npx when it is needed.
 */

const VERSION = "13";
const LEAST = { performance: 0.95, accessibility: 1 };
const MOST_SHIFT = 0.02;

await withSeededGateway(process.env.LIGHTHOUSE_PORT ?? "4421", async ({ url, firstRun, seeded }) => {
  const pages = [
    { path: "/", role: "reviewer" },
    { path: "/compose/new", role: "researcher" },
    { path: `/review/${seeded.submissionId}`, role: "reviewer" },
    { path: `/forecasts/${seeded.requestId}`, role: "researcher" },
    { path: "/sign-in", role: undefined },
  ] as const;
  const browser = await findBrowser();
  const rows = [];
  for (const { path, role } of pages) {
    const cookie = role === undefined ? undefined : (await signIn(url, firstRun.accounts[role])).cookie;
    rows.push({ page: path, ...measure(url + path, cookie, browser) });
  }
  console.table(rows);
  const bad = rows.filter(
    ({ performance, accessibility, shift }) =>
      performance < LEAST.performance || accessibility < LEAST.accessibility || shift > MOST_SHIFT,
  );
  if (bad.length > 0) process.exitCode = 1;
});

function measure(address: string, cookie: string | undefined, browser: string) {
  const folder = mkdtempSync(join(tmpdir(), "lighthouse-"));
  const file = join(folder, "report.json");
  try {
    const headers = cookie === undefined ? [] : ["--extra-headers", JSON.stringify({ Cookie: cookie })];
    const { status, stderr } = spawnSync(
      "npx",
      [
        ...["--yes", `lighthouse@${VERSION}`, address, "--preset=desktop", "--quiet", "--output=json"],
        ...[`--output-path=${file}`, "--only-categories=performance,accessibility", ...headers],
        "--chrome-flags=--headless=new --no-sandbox --disable-gpu",
      ],
      { env: { ...process.env, ...(browser !== "" && { CHROME_PATH: browser }) }, encoding: "utf8" },
    );
    if (status !== 0) throw new Error(`Lighthouse failed on ${address}: ${stderr}`);
    const { categories, audits } = JSON.parse(readFileSync(file, "utf8"));
    return {
      performance: Number(categories.performance.score),
      accessibility: Number(categories.accessibility.score),
      shift: Number(audits["cumulative-layout-shift"].numericValue),
      "paint ms": Math.round(audits["largest-contentful-paint"].numericValue),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
