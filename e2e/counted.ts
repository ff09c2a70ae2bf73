import type { Locator, Page } from "@playwright/test";

/** Wraps a page and counts clicks and control keys (Tab, Enter, shortcuts). Typed text is not counted. */
export function counted(page: Page) {
  const done = { clicks: 0, keys: 0 };
  return {
    done,
    async click(target: Locator): Promise<void> {
      done.clicks++;
      await target.click();
    },
    async press(...keys: readonly string[]): Promise<void> {
      for (const key of keys) {
        done.keys++;
        await page.keyboard.press(key);
      }
    },
    type: (text: string) => page.keyboard.type(text),
  };
}
