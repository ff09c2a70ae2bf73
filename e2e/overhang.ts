import type { Page } from "@playwright/test";

/**
 * Returns by how many pixels the page is wider than the window. At 1,440 pixels or more, also checks tables; on
 * narrower screens tables may scroll.
 */
export function overhang(page: Page): Promise<number> {
  return page.evaluate(() => {
    const root = document.documentElement;
    const tables = root.clientWidth < 1_440 ? [] : document.querySelectorAll("section:has(> table)");
    return Math.max(...[root, ...tables].map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
  });
}
