import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** By every rule in light, and in dark by the one that depends on the colours. */
const SCHEMES = [
  { scheme: "dark", runOnly: { type: "rule", values: ["color-contrast"] } },
  { scheme: "light", runOnly: { type: "tag", values: EVERY_RULE } },
] as const;

/** That axe finds nothing of any impact in the page as it is. Leaves it in light. */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  // Its source is half a megabyte, and the package for Playwright sends it four times for the same.
  await page.evaluate(axe.source);
  for (const { scheme, runOnly } of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator("html"), where).toHaveAttribute("data-mantine-color-scheme", scheme);
    const violations = await page.evaluate(findViolations, { runOnly, resultTypes: ["violations"] } as RunOptions);
    expect(violations, `${where}, in ${scheme}`).toEqual([]);
  }
}

/** In the page. */
async function findViolations(options: RunOptions): Promise<string[]> {
  // A colour on its way to another one is neither.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { violations } = await window.axe.run(options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
