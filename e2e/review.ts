import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { sharedGateway } from "./console.ts";
import { counted } from "./counted.ts";

/** Returns the binary example with a unique question. */
export function freshRequest(): PredictionRequest {
  const request: PredictionRequest = JSON.parse(readFileSync("examples/binary.json", "utf8"));
  request.task.instructions = `Will tram ${randomUUID()} run before 1 October 2026?`;
  return request;
}

/** Submits a request and approves its task and input. */
export async function approve(researcher: Page, reviewer: Page, request: PredictionRequest) {
  const { submissionId, taskId, inputId } = await call(researcher, "submissions.submit", { request });
  const checklist = { exclusive: true, decidable: true, cutoff: true, sources: true };
  const verdicts = { binding: "approve", quality: "approve", checklist };
  await call(reviewer, "reviews.decide", { submissionId, seen: { taskId, inputId }, ...verdicts });
  return { submissionId: String(submissionId), taskId: String(taskId) };
}

/** Submits, approves and runs a question without an outcome, which resolves tomorrow. */
export async function forecastUndecided(researcher: Page, reviewer: Page, request = freshRequest()) {
  request.task.resolution.resolves_at = new Date(Date.now() + 86_400_000).toISOString();
  const { taskId } = await approve(researcher, reviewer, request);
  const { request_id: requestId, generated_at: generatedAt } = await call(researcher, "forecasts.run", request);
  return { taskId, requestId: String(requestId), generatedAt: String(generatedAt) };
}

/** Calls a tRPC mutation over HTTP with the session of the page. */
export async function call(page: Page, procedure: string, input: object) {
  const headers = { origin: sharedGateway().url };
  const answer = await page.request.post(`/api/trpc/${procedure}`, { headers, data: input });
  const body = await answer.json();
  expect(answer.ok(), JSON.stringify(body)).toBe(true);
  return body.result.data;
}

/** Calls a tRPC query over HTTP with the session of the page. */
export async function query(page: Page, procedure: string, input: object) {
  const answer = await page.request.get(`/api/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`);
  const body = await answer.json();
  expect(answer.ok(), JSON.stringify(body)).toBe(true);
  return body.result.data;
}

/** In the open queue, moves down to the submission with the key j, and opens the submission. */
export async function walkTo(page: Page, submissionId: string): Promise<void> {
  const row = page.locator(`a[data-open][href*="${submissionId}"]`);
  await expect(row).toBeVisible();
  for (let step = 0; step < 60; step++) {
    await page.keyboard.press("j");
    if (await row.evaluate((link) => link === document.activeElement)) break;
  }
  await expect(row).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/review/${submissionId}`));
  await expect(page.getByRole("heading", { name: "Your verdicts" })).toBeVisible();
}

/** Approves with five key presses: 1 to 4 for the checklist, then Control+Enter. */
export async function approveByKeyboard(page: Page): Promise<void> {
  const { press, done } = counted(page);
  await press("1", "2", "3", "4");
  for (const verdict of await page.getByRole("radio", { name: "Approve" }).all()) await expect(verdict).toBeChecked();
  await press("Control+Enter");
  expect(done.keys).toBeLessThanOrEqual(5);
  await expect(page.getByText("Decision recorded: approved")).toBeVisible();
}
