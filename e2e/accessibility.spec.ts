import { AxeBuilder } from "@axe-core/playwright";
import { type APIRequestContext, type Browser, expect, type Page } from "@playwright/test";
import { identify } from "#server/digest.ts";
import type { Role } from "#server/services/members/member.ts";
import { everyPage, type OpenPage } from "#test/pages.ts";
import { predict, test } from "./console.ts";
import { call, freshRequest } from "./review.ts";

const LEVELS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

type Session = (role: Role) => Promise<Page>;

/** Every page, with something on it. */
async function pagesOf(session: Session, request: APIRequestContext): Promise<readonly OpenPage[]> {
  const { request_id: otherRequestId } = await (await predict(request, "binary")).json();
  const { request_id: requestId, task } = await (await predict(request, "multiclass")).json();
  const researcher = await session("researcher");
  const first = freshRequest();
  const { submissionId: supersedes } = await call(researcher, "submissions.submit", { request: first });
  // Something to find, and something to compare with.
  const leak = { type: "text", text: "Opened on 5 October 2026.", observed_at: "2026-06-14T22:00:00Z" };
  const revised = { ...first, input: { ...first.input, context: [...first.input.context.slice(1), leak] } };
  const revision = { request: revised, note: "The press release is out.", supersedes };
  const { submissionId } = await call(researcher, "submissions.submit", revision);
  const invited = { email: "invited@example.org", role: "researcher" };
  const { link } = await call(await session("admin"), "members.invite", invited);
  return everyPage({ requestId, otherRequestId, taskId: identify(task).id, submissionId, link });
}

/** Pages by who looks at them, each with a window of their own. */
function opener(session: Session, browser: Browser, baseURL = "") {
  const windows = new Map<OpenPage["role"], Page>();
  return async (role: OpenPage["role"]): Promise<Page> => {
    const page =
      windows.get(role) ??
      (role === "nobody" ? await (await browser.newContext({ baseURL })).newPage() : await session(role));
    windows.set(role, page);
    return page;
  };
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`no page has a serious fault for axe, in ${colorScheme}`, async ({ session, request, browser, baseURL }) => {
    const open = opener(session, browser, baseURL);
    const visits: readonly OpenPage[] = [
      ...(await pagesOf(session, request)),
      { route: "a visitor's reference", address: "/docs", role: "nobody" },
      { route: "a link that does not work", address: "/join/nothing", role: "nobody" },
      { route: "no page", address: "/nowhere", role: "researcher" },
    ];
    for (const { route, address, role } of visits) {
      const page = await open(role);
      await page.emulateMedia({ colorScheme });
      await page.goto(address, { waitUntil: "networkidle" });
      expect(await faultsOf(page), route).toEqual([]);
    }
    const admin = await open("admin");
    await admin.goto("/settings/credentials", { waitUntil: "networkidle" });
    await admin.getByRole("button", { name: "Issue an API key" }).click();
    await admin.getByLabel("Name").waitFor();
    expect(await faultsOf(admin), "the dialog").toEqual([]);
    await admin.goto("/settings/members", { waitUntil: "networkidle" });
    await admin.getByRole("button", { name: "Invite a member" }).click();
    await admin.getByLabel("E-mail").waitFor();
    expect(await faultsOf(admin), "the invitation").toEqual([]);
    const reviewer = await open("reviewer");
    await reviewer.goto("/review?turn=me", { waitUntil: "networkidle" });
    await reviewer.keyboard.press("?");
    await reviewer.getByRole("dialog").getByText("the next submission").waitFor();
    expect(await faultsOf(reviewer), "the help").toEqual([]);
    await reviewer.keyboard.press("Escape");
    await expect(reviewer.getByRole("dialog")).toBeHidden();
    await reviewer.getByRole("checkbox").first().check();
    expect(await faultsOf(reviewer), "chosen rows").toEqual([]);
    await reviewer.getByRole("button", { name: "Decide on it" }).click();
    await reviewer.getByRole("dialog").getByText("Checklist").waitFor();
    expect(await faultsOf(reviewer), "several at once").toEqual([]);
    await (await open("nobody")).context().close();
  });
}

test("nothing is cut off at 390 pixels", async ({ session, request, browser, baseURL }) => {
  const open = opener(session, browser, baseURL);
  for (const { route, address, role } of await pagesOf(session, request)) {
    const page = await open(role);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto(address, { waitUntil: "networkidle" });
    // The navigation leaves in a moment: what counts is where it comes to rest.
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
    await expect.poll(wide, { message: route }).toBe(0);
  }
  const page = await open("admin");
  await page.goto("/", { waitUntil: "networkidle" });
  await page.getByRole("button", { name: "Open the navigation" }).click();
  await page.getByRole("link", { name: "Audit log", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Audit log", level: 1 })).toBeVisible();
  await (await open("nobody")).context().close();
});

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(LEVELS).analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
