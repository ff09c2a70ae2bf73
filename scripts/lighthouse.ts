import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { signIn } from "#test/console-client.ts";
import { findBrowser } from "./find-browser.ts";
import { withSeededGateway } from "./seeded-gateway.ts";

/**
 * `node scripts/lighthouse.ts`: audits the main pages of a seeded gateway with Lighthouse's desktop settings. Fails if a page
 * scores below 95 for performance or below 100 for accessibility, or has a layout shift above 0.02. npx downloads
 * Lighthouse.
 */

const VERSION = "13";
const LEAST = { performance: 0.95, accessibility: 1 };
const MAX_SHIFT = 0.02;
const MAX_TRIES = 3;

await withSeededGateway(process.env.LIGHTHOUSE_PORT ?? "4421", async ({ url, firstRun, seeded }) => {
  const pages = [
    { path: "/", role: "reviewer" },
    { path: "/compose/new", role: "researcher" },
    { path: `/review/${seeded.submissionId}`, role: "reviewer" },
    { path: `/forecasts/${seeded.requestId}`, role: "researcher" },
    { path: "/track-record", role: "researcher" },
    { path: "/sign-in", role: undefined },
  ] as const;
  const browser = findBrowser();
  // Sign in before measuring: a measurement blocks this process so long that the gateway closes the idle connection.
  const cookies = {
    reviewer: (await signIn(url, firstRun.accounts.reviewer)).cookie,
    researcher: (await signIn(url, firstRun.accounts.researcher)).cookie,
  };
  const rows = pages.map(({ path, role }) => {
    const cookie = role === undefined ? undefined : cookies[role];
    return { page: path, ...measureBest(() => measure(url + path, cookie, browser)) };
  });
  console.table(rows);
  if (!rows.every(isGood)) process.exitCode = 1;
});

/**
 * Measures up to MAX_TRIES times and returns the first passing result, or else the fastest. Repeating is fair: other
 * load on the machine only makes a page slower.
 */
function measureBest(once: () => Measured): Measured {
  let best = once();
  for (let tries = 1; tries < MAX_TRIES && !isGood(best); tries++) {
    const next = once();
    if (isGood(next) || next.performance > best.performance) best = next;
  }
  return best;
}

function isGood({ performance, accessibility, shift }: Measured): boolean {
  return performance >= LEAST.performance && accessibility >= LEAST.accessibility && shift <= MAX_SHIFT;
}

type Measured = ReturnType<typeof measure>;

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
      "failed audits": failedAudits(categories.accessibility, audits),
      shift: Number(audits["cumulative-layout-shift"].numericValue),
      "paint ms": Math.round(audits["largest-contentful-paint"].numericValue),
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function failedAudits(
  { auditRefs }: { readonly auditRefs: readonly { readonly id: string; readonly weight: number }[] },
  audits: Readonly<Record<string, { readonly score: number | null }>>,
): string {
  return auditRefs
    .filter(({ id, weight }) => weight > 0 && audits[id]?.score === 0)
    .map(({ id }) => id)
    .join(", ");
}
