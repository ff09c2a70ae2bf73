import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { test } from "./console.ts";

/** Lists may weigh 200 kB, other pages 260. */
const LIMITS = [
  { path: "/forecasts", mostKb: 200 },
  { path: "/records", mostKb: 200 },
  { path: "/review", mostKb: 200 },
  { path: "/submissions", mostKb: 200 },
  { path: "/forecasts/compare", mostKb: 260 },
];

/** What a first visit fetches before anybody has clicked. It does not depend on the machine. */
for (const { path, mostKb } of LIMITS) {
  test(`${path} comes with at most ${mostKb} kB of JavaScript`, async ({ session }) => {
    const page = await session("reviewer");
    const sizes: number[] = [];
    const html = await (await page.request.get(path)).text();
    for (const [, source = ""] of html.matchAll(/<script[^>]+src="([^"]+)"/g)) {
      if (/<script[^>]+noModule/.test(html.slice(html.indexOf(source) - 80, html.indexOf(source) + 80))) continue;
      sizes.push(gzipSync(await (await page.request.get(source)).body()).length);
    }
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    test.info().annotations.push({ type: "kB", description: kilobytes.toFixed(1) });
    console.log(`${path}: ${kilobytes.toFixed(1)} kB of JavaScript in ${sizes.length} files`);
    expect(sizes.length).toBeGreaterThan(0);
    expect(kilobytes).toBeLessThanOrEqual(mostKb);
  });
}
