import { expect, type Page } from "@playwright/test";
import axe, { type RunOptions } from "axe-core";

declare global {
  interface Window {
    readonly axe: typeof axe;
  }
}

const EVERY_RULE = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** axe rules per colour scheme: in dark mode, only the rule for contrast; all other results would be the same. */
const SCHEMES = [
  { scheme: "dark", runOnly: { type: "rule", values: ["color-contrast"] } },
  { scheme: "light", runOnly: { type: "tag", values: EVERY_RULE } },
] as const;

/** Asserts that axe finds no accessibility violations on the page, in dark and light mode. Ends in light mode. */
export async function expectNoViolations(page: Page, where: string): Promise<void> {
  // Injects axe directly, because @axe-core/playwright would send its source, half a megabyte, four times.
  await page.evaluate(axe.source);
  for (const { scheme, runOnly } of SCHEMES) {
    await page.emulateMedia({ colorScheme: scheme });
    await expect(page.locator("html"), where).toHaveAttribute("data-mantine-color-scheme", scheme);
    const violations = await page.evaluate(findViolations, { runOnly, resultTypes: ["violations"] } as RunOptions);
    expect(violations, `${where}, in ${scheme} mode`).toEqual([]);
  }
}

/** Runs in the browser. Returns one line per violation. */
async function findViolations(options: RunOptions): Promise<string[]> {
  // Waits for animations, because intermediate colours would distort the contrast.
  const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
  await Promise.allSettled(ending.map(({ finished }) => finished));
  const { violations } = await window.axe.run(options);
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}
