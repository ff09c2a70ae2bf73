import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import type { Role } from "#lib/domain/members.ts";
import { identify } from "#server/base/digest.ts";
import { signIn } from "#test/console-client.ts";
import { finishEvaluation } from "#test/finish-evaluation.ts";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { everyPage, type OpenPage } from "#test/pages.ts";
import { jsonl, lineOf } from "#test/resolved-cases.ts";
import { expectNoViolations } from "./axe.ts";
import { awaitingReact, firstRun, predict, test } from "./console.ts";
import { overhang } from "./overhang.ts";
import { watchPolicy } from "./policy.ts";
import { call, forecastUndecided, freshRequest } from "./review.ts";

const DESKTOP = { width: 1280, height: 720 };
/** The narrowest window that WCAG 2.2 requires pages to fit (1.4.10 Reflow). */
const NARROW = { width: 320, height: 640 };
/** Two phones, a window of 1,440 pixels at a zoom of 200 %, a tablet and a desktop. */
const WIDTHS = [320, 390, 720, 768, 1440];
/** A fifth of what web.dev/cls calls good. */
const MAX_LAYOUT_SHIFT = 0.02;

type Session = (role: Role) => Promise<Page>;

/** A browser page and the content security policy violations that it reported. */
interface Visitor {
  readonly page: Page;
  readonly refused: readonly string[];
}

interface Fixtures {
  readonly session: Session;
  readonly request: APIRequestContext;
  readonly browser: Browser;
  readonly baseURL: string | undefined;
}

let pages: Promise<readonly OpenPage[]> | undefined;

/** Returns all pages of the console. Creates their content once for all tests of this file. */
function pagesOf(session: Session, request: APIRequestContext, url: string): Promise<readonly OpenPage[]> {
  pages ??= makePages(session, request, url);
  return pages;
}

async function makePages(session: Session, request: APIRequestContext, url: string): Promise<readonly OpenPage[]> {
  const { request_id: otherRequestId } = await (await predict(request, "binary")).json();
  const { request_id: requestId, task } = await (await predict(request, "multiclass")).json();
  const series = await (await predict(request, "measurement")).json();
  const researcher = await session("researcher");
  const first = freshRequest();
  const { submissionId: supersedes } = await call(researcher, "submissions.submit", { request: first });
  // A revision with an observation that a finding marks as a leak.
  const leak = { type: "text", text: "Opened on 5 October 2026.", observed_at: "2026-06-14T22:00:00Z" };
  const revised = { ...first, input: { ...first.input, context: [...first.input.context.slice(1), leak] } };
  const revision = { request: revised, note: "The press release is out.", supersedes };
  const { submissionId } = await call(researcher, "submissions.submit", revision);
  const invited = { email: "invited@example.org", role: "researcher" };
  const { link } = await call(await session("admin"), "members.invite", invited);
  await scoreOne(researcher, await session("reviewer"));
  const evaluationId = await evaluate(url);
  const ids = { requestId, otherRequestId, taskId: identify(task).id, submissionId, link, evaluationId };
  const seriesQuestion = `/questions/${encodeURIComponent(identify(series.task).id)}`;
  return [
    ...everyPage(ids),
    { route: "the forecast of a series", address: `/forecasts/${series.request_id}`, role: "researcher" },
    { route: "the question of a series", address: seriesQuestion, role: "researcher" },
  ];
}

async function evaluate(url: string): Promise<string> {
  const { researcher, reviewer } = firstRun().accounts;
  const lines = [lineOf("rain", [0.3], "yes"), lineOf("snow", [0.6], "no"), lineOf("hail", [], "no")];
  const file = { name: "questions.jsonl", content: jsonl(lines) };
  return finishEvaluation(url, await signIn(url, researcher), await signIn(url, reviewer), file);
}

/** Confirms the outcome of a forecast, so that the track record has content. Also adds a tag and a note. */
async function scoreOne(researcher: Page, reviewer: Page): Promise<void> {
  const { taskId } = await forecastUndecided(researcher, reviewer);
  const happenedAt = await nextMillisecond();
  const entry = { taskId, option: "yes", source: "The register.", happenedAt };
  const { outcomeId } = await call(researcher, "outcomes.record", entry);
  await call(reviewer, "outcomes.confirm", { outcomeId });
  await call(researcher, "questions.tag", { taskId, tag: "trams", active: true });
  await call(researcher, "questions.addNote", { taskId, text: "The register is the city’s." });
}

/** Returns a function that returns the page of a role, reset to desktop size and dark mode. */
function visitors(session: Session, browser: Browser, baseURL = "") {
  const known = new Map<OpenPage["role"], Visitor>();
  return async (role: OpenPage["role"]): Promise<Visitor> => {
    const page =
      known.get(role)?.page ??
      (role === "nobody"
        ? awaitingReact(await (await browser.newContext({ baseURL })).newPage())
        : await session(role));
    const visitor = known.get(role) ?? { page, refused: await watchPolicy(page) };
    known.set(role, visitor);
    await page.emulateMedia({ colorScheme: "dark" });
    await page.setViewportSize(DESKTOP);
    return visitor;
  };
}

/** Returns the sum of the layout shifts since the page opened (web.dev/cls) that no input caused. */
function layoutShift(page: Page): Promise<number> {
  return page.evaluate(() => {
    const observer = new PerformanceObserver(() => undefined);
    observer.observe({ type: "layout-shift", buffered: true });
    const shifts = observer.takeRecords() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[];
    observer.disconnect();
    return shifts.filter(({ hadRecentInput }) => !hadRecentInput).reduce((sum, { value }) => sum + value, 0);
  });
}

/** Opens every page and runs `check` on it. The pages open in dark mode, because the server renders light mode. */
async function visitEveryPage(
  { session, request, browser, baseURL = "" }: Fixtures,
  check: (page: Page, route: string) => Promise<void>,
): Promise<void> {
  const open = visitors(session, browser, baseURL);
  const visits: readonly OpenPage[] = [
    ...(await pagesOf(session, request, baseURL)),
    { route: "the API reference without a session", address: "/docs", role: "nobody" },
    { route: "an invalid one-time link", address: "/join/nothing", role: "nobody" },
    { route: "a missing page without a session", address: "/nowhere", role: "nobody" },
  ];
  for (const { route, address, role } of visits) {
    const { page, refused } = await open(role);
    const response = await page.goto(address);
    expect(response?.headers()["content-security-policy"], route).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}' /);
    await check(page, route);
    expect(refused, route).toEqual([]);
  }
  await (await open("nobody")).page.context().close();
}

async function expectFit(page: Page, route: string, widths: readonly number[]): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    // Polls, because the navigation is hidden with an animation.
    await expect.poll(() => overhang(page), { message: `${route} at ${width} pixels` }).toBe(0);
  }
}

test(
  "every page follows its content security policy, hydrates, switches to dark mode, and fits a phone and a desktop",
  { tag: "@quick" },
  ({ session, request, browser, baseURL }) =>
    visitEveryPage({ session, request, browser, baseURL }, async (page, route) => {
      await expect(page.locator("html"), route).toHaveAttribute("data-mantine-color-scheme", "dark");
      await expectFit(page, route, [NARROW.width, DESKTOP.width]);
    }),
);

test("every page has no axe violations, does not shift, and fits every window with all details open", ({
  session,
  request,
  browser,
  baseURL,
}) =>
  visitEveryPage({ session, request, browser, baseURL }, async (page, route) => {
    await expectNoViolations(page, route);
    expect(await layoutShift(page), `layout shift of ${route}`).toBeLessThan(MAX_LAYOUT_SHIFT);
    await page.evaluate(() => {
      for (const details of document.querySelectorAll("details")) details.open = true;
    });
    await expectFit(page, route, WIDTHS);
  }));

test("the command palette follows the content security policy", async ({ session, browser, baseURL }) => {
  const open = visitors(session, browser, baseURL);
  for (const role of ["admin", "researcher", "reviewer"] as const) {
    const { page, refused } = await open(role);
    await page.goto("/");
    await page.keyboard.press("ControlOrMeta+k");
    await expect(page.getByRole("dialog").getByRole("combobox")).toBeFocused();
    expect(refused, "the command palette").toEqual([]);
  }
});

test("dialogs and menus have no axe violations in dark and light mode", async ({ session, request, baseURL }) => {
  await pagesOf(session, request, baseURL ?? "");
  const admin = await session("admin");
  await admin.emulateMedia({ colorScheme: "dark" });
  await admin.goto("/settings/credentials");
  await admin.getByRole("button", { name: "Issue API key" }).click();
  await admin.getByLabel("Name").waitFor();
  await expectNoViolations(admin, "the dialog that issues an API key");
  await admin.goto("/");
  await admin.keyboard.press("ControlOrMeta+k");
  await admin.getByRole("combobox", { name: "Search the console" }).fill("audit");
  await admin.getByRole("option", { name: "Audit log" }).waitFor();
  await expectNoViolations(admin, "the palette");
  await admin.keyboard.press("Escape");
  await admin.goto("/settings/members");
  await admin.getByRole("button", { name: "Invite member" }).click();
  await admin.getByLabel("E-mail").waitFor();
  await expectNoViolations(admin, "the invitation");
  const researcher = await session("researcher");
  await researcher.goto("/compose/new");
  for (const kind of ["Text", "Forecast", "Counts", "Measurement", "Partition", "JSON"]) {
    await researcher.getByRole("button", { name: `+ ${kind}`, exact: true }).click();
  }
  await researcher.getByRole("button", { name: "Validate" }).click();
  await researcher.getByText("API error response").click();
  await expectNoViolations(researcher, "a request with violations");
  await researcher.getByRole("button", { name: "Import observations…" }).click();
  await researcher.getByRole("dialog").getByLabel("Or paste the text").waitFor();
  await expectNoViolations(researcher, "the import of observations");
  // Two submissions of one task can be decided together.
  const shared = freshRequest();
  for (const text of ["A first report.", "A second report."]) {
    shared.input.context.push({ type: "text", text, observed_at: shared.input.as_of });
    await call(researcher, "submissions.submit", { request: shared });
  }
  const reviewer = await session("reviewer");
  await reviewer.goto("/review?turn=me");
  await reviewer.keyboard.press("?");
  await reviewer.getByRole("dialog").getByText("Go to the next submission", { exact: true }).waitFor();
  await expectNoViolations(reviewer, "the help on shortcuts");
  await reviewer.keyboard.press("Escape");
  await expect(reviewer.getByRole("dialog")).toBeHidden();
  await reviewer.getByRole("checkbox").first().check();
  await expectNoViolations(reviewer, "chosen rows");
  await reviewer.getByRole("button", { name: "Decide on selection" }).click();
  await reviewer.getByRole("dialog").getByText("Checklist", { exact: true }).waitFor();
  await expectNoViolations(reviewer, "the dialog for several submissions");
});

test("the navigation opens at 320 pixels", async ({ session }) => {
  const page = await session("admin");
  await page.setViewportSize(NARROW);
  await page.goto("/");
  expect(await overhang(page)).toBe(0);
  await page.getByRole("button", { name: "Open navigation" }).click();
  await page.getByRole("link", { name: "Audit log", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Audit log", level: 1 })).toBeVisible();
});
