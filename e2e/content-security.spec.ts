import { expect } from "@playwright/test";
import { test } from "./console.ts";
import { watchPolicy } from "./policy.ts";

test("a script injected into a page does not run", { tag: "@quick" }, async ({ page }) => {
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
