import { expect } from "@playwright/test";
import { weighScripts } from "#test/first-load.ts";
import { test } from "./console.ts";

/** Lists may weigh 200 kB, other pages 260. */
const LIMITS = [
  { path: "/forecasts", mostKb: 200 },
  { path: "/records", mostKb: 200 },
  { path: "/review", mostKb: 200 },
  { path: "/submissions", mostKb: 200 },
  { path: "/settings/credentials", mostKb: 200 },
  { path: "/settings/members", mostKb: 200 },
  { path: "/forecasts/compare", mostKb: 260 },
  { path: "/compose", mostKb: 260 },
  { path: "/compose/0198c9a0-0000-7000-8000-000000000000", mostKb: 260 },
];

/** What a first visit fetches before anybody has clicked. It does not depend on the machine. */
for (const { path, mostKb } of LIMITS) {
  test(`${path} comes with at most ${mostKb} kB of JavaScript`, async ({ session }) => {
    const page = await session(path.startsWith("/settings") ? "admin" : "reviewer");
    const html = await (await page.request.get(path)).text();
    const { kilobytes, files } = await weighScripts(html, async (source) => (await page.request.get(source)).body());
    test.info().annotations.push({ type: "kB", description: kilobytes.toFixed(1) });
    console.log(`${path}: ${kilobytes.toFixed(1)} kB of JavaScript in ${files} files`);
    expect(files).toBeGreaterThan(0);
    expect(kilobytes).toBeLessThanOrEqual(mostKb);
  });
}
