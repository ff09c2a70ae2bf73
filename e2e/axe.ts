import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** All rules run in the light scheme; in the dark one, only the rule that depends on colours. */
const SCHEMES = [
  { scheme: "dark", runOnly: { type: "rule", values: ["color-contrast"] } },
  { scheme: "light", runOnly: { type: "tag", values: EVERY_RULE } },
] as const;

/** Asserts that axe finds no violation on the page. Leaves the page in the light scheme. */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  // axe's source is half a megabyte; @axe-core/playwright sends it four times for the same result.
  await page.evaluate(axe.source);
  for (const { scheme, runOnly } of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator("html"), where).toHaveAttribute("data-mantine-color-scheme", scheme);
    const violations = await page.evaluate(findViolations, { runOnly, resultTypes: ["violations"] } as RunOptions);
    expect(violations, `${where}, in ${scheme}`).toEqual([]);
  }
}

/** Runs in the page. */
async function findViolations(options: RunOptions): Promise<string[]> {
  // Colours in transition would distort the contrast.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { violations } = await window.axe.run(options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
