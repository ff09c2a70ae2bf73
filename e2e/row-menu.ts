import type { Locator } from "@playwright/test";

/** Chooses an action from the menu of a table row. */
export async function chooseIn(row: Locator, action: string): Promise<void> {
  await row.getByRole("button", { name: /^Actions/ }).click();
  await row.page().getByRole("menuitem", { name: action, exact: true }).click();
}
