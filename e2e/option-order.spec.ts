import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { test } from "./console.ts";
import { call, query } from "./review.ts";

const ORDER = ["small", "10", "medium", "9", "large"];

/** Returns the JSON text of a request with its options in ORDER; JSON.stringify would move numeric ids to the front. */
function typed(): string {
  const { model, task, input }: PredictionRequest = JSON.parse(readFileSync("examples/binary.json", "utf8"));
  const criteria = ORDER.map((option) => `"${option}": "It is ${option}."`).join(", ");
  const probabilities = Object.fromEntries(ORDER.map((option) => [option, 1 / ORDER.length]));
  const data = { kind: "forecast", source: "A", probabilities };
  const context = [{ type: "structured", data, observed_at: input.as_of }];
  return `{"model": "${model}", "task": {"type": "choice", "instructions": "How large is ${randomUUID()}?",
    "criteria": {${criteria}}, "resolution": ${JSON.stringify(task.resolution)}},
    "input": ${JSON.stringify({ as_of: input.as_of, context })}}`;
}

async function optionsShown(page: Page, table: string): Promise<string[]> {
  const cells = page.getByRole("region", { name: table }).getByRole("rowheader");
  await expect(cells).toHaveCount(ORDER.length);
  return (await cells.allTextContents()).map((text) => text.replace(" (tied)", ""));
}

test("the submission, the review, the forecast and a new draft show the options in the author's order", async ({
  session,
}) => {
  const page = await session("researcher");
  await page.goto("/compose/new");
  const json = page.getByLabel("Request JSON");
  await json.fill(typed().replace('"small":', '"small": null, "small":'));
  const answer = page.getByRole("region", { name: "Validation" });
  await expect(answer.getByText("1 entry to fix")).toBeVisible();
  await json.fill(typed());
  await expect(answer.getByText(/^Ready to submit/)).toBeVisible();
  await page.getByRole("button", { name: "Submit for review" }).click();
  await expect(page).toHaveURL(/\/submissions\/[0-9a-f-]{36}/);
  expect(await optionsShown(page, "Options and their descriptions")).toEqual(ORDER);
  const submissionId = page.url().split("/").at(-1) ?? "";

  const reviewer = await session("reviewer");
  await reviewer.goto(`/review/${submissionId}`);
  expect(await optionsShown(reviewer, "Options and their descriptions")).toEqual(ORDER);
  const { taskId, inputId } = await query(page, "submissions.get", { submissionId });
  await call(reviewer, "reviews.decide", {
    submissionId,
    seen: { taskId, inputId },
    binding: "approve",
    quality: "approve",
    checklist: { exclusive: true, decidable: true, cutoff: true, sources: true },
  });

  await page.reload();
  await page.getByRole("button", { name: "Run" }).click();
  await expect(page).toHaveURL(/\/forecasts\/[0-9a-f-]{36}/);
  await page.getByRole("heading", { name: "Exact values" }).click();
  await page.getByText("As in the request").click();
  expect(await optionsShown(page, "Probability of each option")).toEqual(ORDER);

  await page.getByRole("link", { name: "Copy to new draft" }).click();
  // The forecast's page has an element with that label, too.
  await expect(page).toHaveURL(/\/compose\//);
  await expect(page.getByLabel("Request JSON")).toHaveValue(
    /"small"[\s\S]*"10"[\s\S]*"medium"[\s\S]*"9"[\s\S]*"large"/,
  );
});
