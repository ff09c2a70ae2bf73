import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { test } from "./console.ts";

test("a question is composed, revised, approved, forecast in the console, requested by a backend, and audited", {
  tag: "@quick",
}, async ({ session, request }) => {
  const ask = `Which river will flood first in spring 2027 (${randomUUID().slice(0, 8)})?`;
  const researcher = await session("researcher");

  await test.step("a researcher composes a new question, sees two errors and fixes them", async () => {
    await researcher.goto("/compose");
    await researcher.getByRole("link", { name: "New request" }).click();
    await expect(researcher).toHaveURL(/\/compose\/[0-9a-f-]{36}/);
    await expect(researcher.locator("form[inert]")).toHaveCount(0);
    await researcher.getByRole("textbox", { name: "Question" }).fill(ask);
    await researcher.getByLabel("Description of option 1").fill("The Northern river");
    await researcher.getByLabel("Description of option 2").fill("The Southern river");
    await researcher.getByRole("button", { name: "Add option" }).click();
    await researcher.getByLabel("Description of option 3").fill("Neither of them by the deadline");
    await researcher.getByLabel("ID of option 3").fill("none of them");
    await researcher
      .getByLabel("Resolution criteria")
      .fill("The first flood warning of level 3 in the national flood register.");
    await researcher.getByLabel("Information cutoff: date and time").fill("2026-11-20 09:00");
    await researcher.getByLabel("Resolution date: date and time").fill("2027-06-01 00:00");
    await researcher.getByLabel("Resolution date: offset from UTC").selectOption("+02:00");
    await researcher.getByRole("button", { name: "+ Forecast" }).click();
    await fillRow(researcher, 1, ["The hydrological service", "2026-11-18 12:00", "20", "30", "50"]);
    await researcher.getByRole("button", { name: "+ Forecast" }).click();
    await fillRow(researcher, 2, ["A forecasting crowd", "2026-11-19 12:00", "30", "20", "50"]);
    await researcher.getByRole("button", { name: "+ Counts" }).click();
    await fillRow(researcher, 3, ["Springs from 1990 to 2026", "30 June 2026 12:00", "9", "7", "20"]);
    await researcher.getByRole("button", { name: "+ Text" }).click();
    const leak = "On 2 March 2027 the Northern river flooded first, the mayor said.";
    await fillRow(researcher, 4, ["2026-11-21 12:00", leak]);

    await researcher.getByRole("button", { name: "Submit for review" }).click();
    await expect(researcher.getByLabel("ID of option 3")).toBeFocused();
    const form = researcher.getByRole("form", { name: "Request form" });
    await expect(form.getByText("An option id has 1 to 64 letters")).toBeVisible();
    await expect(form.getByText("This date is later than the information cutoff.")).toBeVisible();
    await researcher.getByLabel("ID of option 3").fill("none");
    await researcher.getByLabel("Observed, observation 4").fill("2026-11-19 12:00");
    await researcher.getByLabel("Note", { exact: true }).fill("The first of three rivers.");
    await expect(form.getByText("An option id has")).toHaveCount(0);
    await expect(researcher.getByText("Valid, 1 finding to fix")).toBeVisible();
    await expect(researcher.getByRole("region", { name: "Findings", exact: true })).toContainText("2 March 2027");
    await researcher.getByRole("button", { name: "Submit for review" }).click();
    await expect(researcher).toHaveURL(/\/submissions\/[0-9a-f-]{36}/);
    await expect(researcher.getByRole("button", { name: "Run", exact: true })).toHaveCount(0);
  });

  const reviewer = await session("reviewer");
  await test.step("a reviewer sees the findings and requests changes", async () => {
    await reviewer.goto("/review");
    await reviewer.getByRole("link", { name: ask }).click();
    await expect(reviewer.getByRole("region", { name: "Findings", exact: true })).toContainText("2 March 2027");
    const verdicts = reviewer.getByRole("region", { name: "Your verdicts" });
    await verdicts.getByRole("radio", { name: "Approve" }).first().check();
    await verdicts.getByRole("radio", { name: "Request changes" }).last().check();
    await verdicts.getByRole("checkbox", { name: /exclusive/ }).check();
    await verdicts.getByRole("checkbox", { name: /can be decided/ }).check();
    await verdicts.getByLabel("Note to the author").fill("The last observation tells the outcome: take it out.");
    await verdicts.getByRole("button", { name: "Record decision" }).click();
    await expect(reviewer.getByText("Decision recorded: changes requested")).toBeVisible();
  });

  await test.step("the researcher revises the submission", async () => {
    await researcher.reload();
    await expect(researcher.getByText("The last observation tells the outcome: take it out.")).toBeVisible();
    await researcher.getByRole("link", { name: "Revise" }).click();
    await expect(researcher.getByRole("heading", { name: "Revise" })).toBeVisible();
    await expect(researcher.locator("form[inert]")).toHaveCount(0);
    await expect(researcher.getByText("The last observation tells the outcome: take it out.")).toBeVisible();
    await expect(researcher.getByLabel("Text, observation 4")).toHaveValue(/Northern river flooded first/);
    await researcher.getByRole("button", { name: "Remove observation 4" }).click();
    await researcher.getByRole("button", { name: "+ Text" }).click();
    await fillRow(researcher, 4, ["2026-11-19 12:00", "The snow cover is a third above its mean."]);
    await researcher.getByRole("button", { name: "Submit for review" }).click();
    await expect(researcher).toHaveURL(/\/submissions\/[0-9a-f-]{36}/);
  });

  await test.step("the reviewer approves the question and its evidence", async () => {
    await reviewer.goto("/review");
    await reviewer.getByRole("link", { name: ask }).click();
    await expect(reviewer.getByRole("region", { name: "Changes" })).toContainText("Observation 4");
    const verdicts = reviewer.getByRole("region", { name: "Your verdicts" });
    for (const choice of await verdicts.getByRole("radio", { name: "Approve" }).all()) await choice.check();
    for (const check of await verdicts.getByRole("checkbox").all()) await check.check();
    await verdicts.getByRole("button", { name: "Record decision" }).click();
    await expect(reviewer.getByText("Decision recorded: approved")).toBeVisible();
  });

  const forecast = await test.step("the researcher runs the request and sees the distribution", async () => {
    await researcher.reload();
    await researcher.getByText("Request body for the API").click();
    const body = await researcher.getByRole("region", { name: "Request as JSON" }).locator("pre").textContent();
    await researcher.getByRole("button", { name: "Run", exact: true }).click();
    await expect(researcher).toHaveURL(/\/forecasts\/[0-9a-f-]{36}/);
    await expect(researcher.getByText("not independently verified").first()).toBeVisible();
    await researcher.getByRole("heading", { name: "Exact values" }).click();
    const table = researcher.getByRole("region", { name: "Probability of each option" });
    await expect(table.getByRole("rowheader")).toHaveCount(3);
    await researcher.getByText("Response", { exact: true }).click();
    const raw = await researcher.getByRole("region", { name: "Response JSON" }).locator("pre").textContent();
    return { body: body ?? "", answer: JSON.parse(raw ?? "") };
  });

  const admin = await session("admin");
  const answer = await test.step("a backend gets the same forecast with an API key issued in the console", async () => {
    await admin.goto("/settings/credentials");
    await admin.getByRole("button", { name: "Issue API key" }).click();
    await admin.getByLabel("Name").fill("the river desk");
    await admin.getByRole("button", { name: "Issue", exact: true }).click();
    const key = await admin.getByRole("region", { name: "New API key" }).locator("pre").textContent();
    await admin.getByRole("button", { name: "I’ve saved the key" }).click();
    const headers = { authorization: `Bearer ${key}` };
    const response = await request.post("/v1/predict", { headers, data: forecast.body });
    expect(response.status()).toBe(200);
    return response.json();
  });
  expect(answer.result).toEqual(forecast.answer.result);
  expect(answer.input_id).toBe(forecast.answer.input_id);

  await test.step("an administrator finds both forecasts in the audit log, and the audit log verifies", async () => {
    for (const { request_id: id } of [forecast.answer, answer]) {
      await admin.goto(`/audit?request=${id}`);
      await expect(admin.getByRole("row").filter({ hasText: "prediction answered" })).toHaveCount(1);
    }
    await admin.goto("/audit");
    await admin.getByRole("button", { name: "Verify audit log" }).click();
    await expect(admin.getByText("The audit log is verified")).toBeVisible();
  });
});

/** Fills the text fields of an observation in order. `observation` counts from 1. */
async function fillRow(page: Page, observation: number, cells: readonly string[]): Promise<void> {
  const row = page.locator(`#observation-${observation - 1}`).getByRole("textbox");
  for (const [index, cell] of cells.entries()) await row.nth(index).fill(cell);
}
