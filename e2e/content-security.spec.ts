import { expect, type Page } from "@playwright/test";
import { identify } from "#server/digest.ts";
import { everyPage, type OpenPage } from "#test/pages.ts";
import { predict, test } from "./console.ts";
import { call, freshRequest } from "./review.ts";

/** Keeps what the browser refuses for the policy of a page: its events, and what it says in the console. */
async function watchPolicy(page: Page): Promise<string[]> {
  const refused: string[] = [];
  await page.exposeFunction("noteViolation", (text: string) => refused.push(text));
  await page.addInitScript(() => {
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) => {
      Reflect.get(window, "noteViolation")(`${effectiveDirective} ${blockedURI} ${sourceFile}`);
    });
  });
  page.on("console", (message) => {
    if (/content security policy/i.test(message.text())) refused.push(message.text());
  });
  return refused;
}

/** Whether React has taken the page over: its scripts have run. */
function isInteractive(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll("a, button")].some((element) =>
      Object.keys(element).some((key) => key.startsWith("__reactProps$")),
    ),
  );
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`every page keeps to its policy and is interactive, in ${colorScheme}`, async ({
    session,
    request,
    browser,
    baseURL,
  }) => {
    const { request_id: otherRequestId } = await (await predict(request, "binary")).json();
    const { request_id: requestId, task } = await (await predict(request, "multiclass")).json();
    const { submissionId } = await call(await session("researcher"), "submissions.submit", {
      request: freshRequest(),
    });
    const invited = { email: `policy-${colorScheme}@example.org`, role: "researcher" };
    const { link } = await call(await session("admin"), "members.invite", invited);
    const seeded = { requestId, otherRequestId, taskId: identify(task).id, submissionId, link };
    const visits: readonly OpenPage[] = [
      ...everyPage(seeded),
      { route: "a visitor's reference", address: "/docs", role: "nobody" },
      { route: "a link that does not work", address: "/join/nothing", role: "nobody" },
      { route: "no page", address: "/nowhere", role: "researcher" },
      { route: "no page for a visitor", address: "/nowhere", role: "nobody" },
    ];
    for (const role of new Set(visits.map((visit) => visit.role))) {
      const visitor = role === "nobody" ? await browser.newContext({ baseURL: baseURL ?? "" }) : undefined;
      const page = role === "nobody" ? await visitor?.newPage() : await session(role);
      if (page === undefined) throw new Error("no window");
      const refused = await watchPolicy(page);
      await page.emulateMedia({ colorScheme });
      for (const { route, address } of visits.filter((visit) => visit.role === role)) {
        const response = await page.goto(address, { waitUntil: "networkidle" });
        expect(response?.headers()["content-security-policy"], route).toMatch(/script-src 'self' 'nonce-[\w+/=]{24}' /);
        await expect.poll(() => isInteractive(page), { message: route }).toBe(true);
        await expect(page.locator("html"), route).toHaveAttribute("data-mantine-color-scheme", colorScheme);
        expect(refused, route).toEqual([]);
      }
      if (visitor === undefined) {
        await page.goto("/", { waitUntil: "networkidle" });
        await page.keyboard.press("ControlOrMeta+k");
        await expect(page.getByRole("dialog").getByRole("textbox")).toBeFocused();
        expect(refused, "the palette").toEqual([]);
      }
      await visitor?.close();
    }
  });
}

test("a script that somebody has put into a page does not run", async ({ page }) => {
  const refused = await watchPolicy(page);
  const run = "document.documentElement.dataset.injected = 'yes'";
  await page.route("/sign-in", async (route) => {
    const response = await route.fetch();
    const script = `<script>${run}</script><script nonce="guessed">${run}</script><script src="data:,${run}"></script>`;
    const body = (await response.text()).replace("<body>", `<body>${script}<img src="/nothing" onerror="${run}">`);
    expect(body).toContain(run);
    await route.fulfill({ response, body });
  });
  await page.goto("/sign-in");
  await expect.poll(() => refused.filter((text) => text.startsWith("script-src")).length).toBeGreaterThanOrEqual(4);
  await expect(page.locator("html")).not.toHaveAttribute("data-injected");
});
