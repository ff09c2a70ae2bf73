import { expect } from "@playwright/test";
import { weighScripts } from "#test/first-load.ts";
import { test } from "./console.ts";

/** Maximum size of the gzipped JavaScript that a page loads on a first visit, in kB, before any click. */
const LIST = 220;
const COMPOSER = 280;
const PUBLIC = 180;
const MAX_KB = {
  "/": LIST,
  "/audit": LIST,
  "/compose": COMPOSER,
  "/compose/0198c9a0-0000-7000-8000-000000000000": COMPOSER,
  "/evaluations": LIST,
  "/forecasts": LIST,
  "/forecasts/compare": LIST,
  "/join/nothing": PUBLIC,
  "/outcomes": LIST,
  "/outcomes/import": LIST,
  "/questions": LIST,
  "/review": LIST,
  "/settings/account": LIST,
  "/settings/credentials": LIST,
  "/settings/members": LIST,
  "/settings/sign-in": LIST,
  "/settings/system": LIST,
  "/sign-in": PUBLIC,
  "/submissions": LIST,
  "/submissions/import": LIST,
  "/track-record": LIST,
};
/** A page that reaches this share of its limit gets a warning. */
const WARNING = 0.99;

// The sizes do not depend on the machine.
for (const [path, maxKb] of Object.entries(MAX_KB)) {
  test(`${path} loads at most ${maxKb} kB of JavaScript`, async ({ session, request }) => {
    const visitor =
      maxKb === PUBLIC ? request : (await session(path.startsWith("/settings") ? "admin" : "reviewer")).request;
    const html = await (await visitor.get(path)).text();
    const { kilobytes, files } = await weighScripts(html, async (source) => (await visitor.get(source)).body());
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
