import { expect } from "@playwright/test";
import { test } from "./console.ts";
import { call, freshRequest } from "./review.ts";

test("the command palette receives every key typed after Ctrl K, and the page none", async ({ session }) => {
  const researcher = await session("researcher");
  const { submissionId } = await call(researcher, "submissions.submit", { request: freshRequest() });
  const reviewer = await session("reviewer");
  const search = reviewer.getByLabel("Search the console");
  for (const path of ["/forecasts", `/review/${submissionId}`]) {
    await reviewer.goto(path);
    // No script loads while the keys are typed.
    await reviewer.route("**/_next/static/**", () => {});
    await reviewer.keyboard.press("Control+k");
    await reviewer.keyboard.type("xcaj1234");
    await expect(search).toHaveValue("xcaj1234");
    await reviewer.keyboard.press("Control+Enter");
    await reviewer.keyboard.press("Escape");
    await expect(search).toBeHidden();
    await reviewer.unrouteAll();
  }
  await expect(reviewer.getByRole("radio", { name: "Approve" })).toHaveCount(2);
  await expect(reviewer.getByRole("radio", { checked: true })).toHaveCount(0);
  await expect(reviewer.getByRole("checkbox", { checked: true })).toHaveCount(0);

  await reviewer.reload();
  await reviewer.keyboard.press("Control+k");
  await reviewer.keyboard.type("every request");
  await expect(reviewer.getByRole("dialog").getByText("Audit log", { exact: true })).toBeVisible();
  await expect(search).toHaveValue("every request");
});
