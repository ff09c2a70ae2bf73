import type { Locator, Page } from "@playwright/test";

/** A hand that counts what it does beside the text: clicks, and keys such as Tab, Enter or a shortcut. */
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
