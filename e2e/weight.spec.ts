import { expect } from "@playwright/test";
import { weighScripts } from "#test/first-load.ts";
import { test } from "./console.ts";

/** Gzipped JavaScript per page in kB, measured on 2026-11-24. The test fails if a page grows by more than 5 %. */
const MEASURED_KB = {
  "/": 223.1,
  "/audit": 221.8,
  "/compose": 206.1,
  "/compose/0198c9a0-0000-7000-8000-000000000000": 252.7,
  "/forecasts": 221.9,
  "/forecasts/compare": 216.9,
  "/outcomes": 223.2,
  "/outcomes/import": 219.6,
  "/review": 224.3,
  "/settings/account": 216.1,
  "/settings/credentials": 214.7,
  "/settings/members": 214.0,
  "/settings/system": 217.6,
  "/submissions": 220.6,
  "/submissions/import": 220.2,
  "/track-record": 221.6,
};
const MAX_GROWTH = 1.05;
/** A page that reaches this share of its limit gets a warning. */
const WARNING = 0.98;

// Counts the scripts that a page loads on a first visit, before any click. The sizes do not depend on the machine.
for (const [path, measuredKb] of Object.entries(MEASURED_KB)) {
  const maxKb = Math.ceil(measuredKb * MAX_GROWTH);
  test(`${path} loads at most ${maxKb} kB of JavaScript`, async ({ session }) => {
    const page = await session(path.startsWith("/settings") ? "admin" : "reviewer");
    const html = await (await page.request.get(path)).text();
    const { kilobytes, files } = await weighScripts(html, async (source) => (await page.request.get(source)).body());
    const found = `${path}: ${kilobytes.toFixed(1)} of ${maxKb} kB of JavaScript, in ${files} files`;
    console.log(found);
    if (kilobytes > maxKb * WARNING) test.info().annotations.push({ type: "warning", description: found });
    expect(files).toBeGreaterThan(0);
    expect(kilobytes).toBeLessThanOrEqual(maxKb);
  });
}

// Prefetching links that nobody opens would waste CPU time on the server.
test("a page is prefetched when the pointer is over its link, not before", async ({ session }) => {
  const page = await session("researcher");
  const fetched: string[] = [];
  page.on("request", (request) => {
    const { pathname, searchParams } = new URL(request.url());
    if (searchParams.has("_rsc")) fetched.push(pathname);
  });
  await page.goto("/");
  const ahead = page.waitForRequest((request) => request.url().includes("/audit?_rsc"));
  await page.getByRole("navigation").getByRole("link", { name: "Audit log" }).hover();
  await ahead;
  expect(new Set(fetched)).toEqual(new Set(["/audit"]));
});
