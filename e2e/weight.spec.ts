import { expect } from "@playwright/test";
import { weighScripts } from "#test/first-load.ts";
import { test } from "./console.ts";

/** At most 235 kB on any page, 285 on Compose. */
const LIMITS = [
  { path: "/forecasts", mostKb: 235 },
  { path: "/audit", mostKb: 235 },
  { path: "/review", mostKb: 235 },
  { path: "/submissions", mostKb: 235 },
  { path: "/settings/credentials", mostKb: 235 },
  { path: "/settings/members", mostKb: 235 },
  { path: "/forecasts/compare", mostKb: 235 },
  { path: "/", mostKb: 235 },
  { path: "/settings/account", mostKb: 235 },
  { path: "/settings/system", mostKb: 235 },
  { path: "/submissions/import", mostKb: 235 },
  { path: "/outcomes", mostKb: 235 },
  { path: "/outcomes/import", mostKb: 235 },
  { path: "/track-record", mostKb: 235 },
  { path: "/compose", mostKb: 285 },
  { path: "/compose/0198c9a0-0000-7000-8000-000000000000", mostKb: 285 },
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

/** Of what a page links to, nothing is fetched before somebody is likely to open it: the server would render it in vain. */
test("a page is fetched ahead when somebody points at its link, and not before", async ({ session }) => {
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
