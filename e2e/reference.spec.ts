import { expect } from "@playwright/test";
import { ERROR_CODES, ERRORS } from "#lib/contract/error-table.ts";
import { firstRun, test } from "./console.ts";

test("the API reference needs no session and has an anchor for each code", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.getByRole("heading", { name: "API reference" })).toBeVisible();
  for (const code of ERROR_CODES) await expect(page.locator(`#${code}`)).toContainText(ERRORS[code].cause);
  await expect(page.getByText("This is not a forecast.")).toBeVisible();
  await page.getByRole("textbox", { name: "Search this page" }).fill("resolves");
  await page.getByRole("link", { name: "task.resolution.resolves_at" }).first().click();
  await expect(page).toHaveURL(/#request\.task\.resolution\.resolves_at$/);
  await expect(page.getByRole("region", { name: "Request fields" })).toContainText("task.resolution.resolves_at");
});

test("the printed curl request works, and Send runs the request under the member's account", async ({
  session,
  request,
}) => {
  const page = await session("researcher");
  await page.goto("/docs");
  const printed = await page.getByRole("region", { name: "Example call in curl" }).locator("pre").textContent();
  const body = /<<'JSON'\n([\s\S]*)\nJSON$/.exec(printed ?? "")?.[1];
  const answer = await request.post("/v1/predict", {
    headers: { authorization: `Bearer ${firstRun().api_key}` },
    data: body,
  });
  expect(answer.status()).toBe(200);
  await page.getByText("Python", { exact: true }).click();
  await page.reload();
  await expect(page.getByRole("region", { name: "Example call in Python" })).toBeVisible();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("link", { name: "Open forecast" })).toBeVisible();
  expect(await (await page.request.get("/llms.txt")).text()).toContain("TASK_NOT_SUPPORTED (422)");
});

test("a missing page shows a not-found message", async ({ page }) => {
  const response = await page.goto("/nowhere");
  expect(response?.status()).toBe(404);
  await expect(page.getByRole("heading", { name: "Page not found", level: 1 })).toBeVisible();
});
