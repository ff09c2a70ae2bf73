import type { Page } from "@playwright/test";

/** By how many pixels the page, or a table in it, is wider than its place. On a narrower screen a table may be scrolled. */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const tables = root.clientWidth < 1_440 ? [] : document.querySelectorAll("section:has(> table)");
    return Math.max(...[root, ...tables].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}
