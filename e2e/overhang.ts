import type { Page } from "@playwright/test";

/**
 * Returns the overflow in pixels of the page, or of a table in its container. Tables may scroll on narrower screens.
 */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const tables = root.clientWidth < 1_440 ? [] : document.querySelectorAll("section:has(> table)");
    return Math.max(...[root, ...tables].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}
