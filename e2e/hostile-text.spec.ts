import { expect, type Page } from "@playwright/test";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { nextMillisecond } from "#test/next-millisecond.ts";
import { test } from "./console.ts";
import { overhang } from "./overhang.ts";
import { call, forecastUndecided, freshRequest } from "./review.ts";

/** A wide screen, a tablet, a wide screen zoomed to 200 %, and a phone. */
const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 720, height: 450 },
  { width: 390, height: 844 },
];

const WORD = "W".repeat(280);
const ARABIC = "التحالف العمالي (Labour) يفوز في الانتخابات";

/** Returns a request with very long words and right-to-left text in every field. */
function hostileRequest(): PredictionRequest {
  const request = freshRequest();
  request.task.instructions = `${WORD} ${ARABIC} ${request.task.instructions}`;
  request.task.criteria = { yes: `${ARABIC} ${WORD}`, no: WORD };
  request.task.resolution.criteria = `${WORD} ${ARABIC}`;
  const observed_at = request.input.as_of;
  const probabilities = { yes: 0.5, no: 0.5 };
  request.input.context = [
    { type: "text", text: `${ARABIC} ${WORD}`, observed_at },
    { type: "structured", data: { kind: "forecast", source: WORD.slice(0, 200), probabilities }, observed_at },
    { type: "structured", data: { kind: "other", word: WORD }, observed_at },
  ];
  return request;
}

async function expectToFit(page: Page, address: string): Promise<void> {
  await page.goto(address);
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await expect.poll(() => overhang(page), { message: `${address} at ${size.width}` }).toBe(0);
  }
}

test("a word of 280 letters and Arabic text fit the pages where a question is written and reviewed", async ({
  session,
}) => {
  const researcher = await session("researcher");
  const reviewer = await session("reviewer");
  const words = { title: `${ARABIC} ${WORD}`.slice(0, 200), note: `${ARABIC} ${WORD}` };
  const { submissionId } = await call(researcher, "submissions.submit", { request: hostileRequest(), ...words });
  const visits = [
    { page: researcher, address: `/compose/new?copy=${submissionId}` },
    { page: researcher, address: `/submissions/${submissionId}` },
    { page: researcher, address: "/submissions" },
    { page: researcher, address: "/compose" },
    { page: reviewer, address: "/review" },
    { page: reviewer, address: `/review/${submissionId}` },
  ];
  for (const { page, address } of visits) await expectToFit(page, address);
  await researcher.goto(`/compose/new?copy=${submissionId}`);
  const description = researcher.getByLabel("Description of option 1");
  await expect(description).toHaveCSS("direction", "rtl");
});

test("a word of 280 letters and Arabic text fit the pages of forecasts, outcomes and scores", async ({ session }) => {
  const researcher = await session("researcher");
  const reviewer = await session("reviewer");
  const request = hostileRequest();
  const { taskId, requestId } = await forecastUndecided(researcher, reviewer, request);
  const entry = {
    taskId,
    option: "yes",
    source: WORD,
    happenedAt: await nextMillisecond(),
    note: `${ARABIC} ${WORD}`,
  };
  const { outcomeId } = await call(researcher, "outcomes.record", entry);
  await call(reviewer, "outcomes.confirm", { outcomeId });
  await call(researcher, "questions.addNote", { taskId, text: `${WORD} ${ARABIC}` });
  const { request_id: otherId } = await call(researcher, "forecasts.run", request);
  for (const address of [
    "/",
    "/forecasts",
    `/forecasts/${requestId}`,
    `/forecasts/compare?id=${requestId}&id=${otherId}`,
    `/questions/${encodeURIComponent(taskId)}`,
    "/outcomes",
    "/outcomes?state=confirmed",
    "/track-record",
    "/audit?show=everything",
  ]) {
    await expectToFit(researcher, address);
  }
});

/** Matches what no page may contain outside fields and scripts: a bidirectional control other than U+2068 and U+2069. */
const DECEPTIVE = /[\u061c\u200b\u200e\u200f\u202a-\u202e\u2066\u2067\0\ufeff]/;

test("pages show overrides and invisible characters as marks, and search and findings see through them", async ({
  session,
}) => {
  const researcher = await session("researcher");
  const reviewer = await session("reviewer");
  const request = freshRequest();
  const hidden = "\u202eDETREVER\u202c z\u200bero";
  const [word = ""] = /[0-9a-f-]{36}/.exec(request.task.instructions) ?? [];
  request.task.instructions = `${request.task.instructions} ${hidden}`;
  request.task.criteria = { yes: "\u202eNo", no: "N\u200bo" };
  request.task.resolution.criteria = `${request.task.resolution.criteria} ${hidden}`;
  const observed_at = request.input.as_of;
  request.input.context = [
    { type: "text", text: hidden, observed_at },
    {
      type: "structured",
      data: { kind: "forecast", source: hidden, probabilities: { yes: 0.5, no: 0.5 } },
      observed_at,
    },
    { type: "structured", data: { kind: "other", [hidden]: hidden }, observed_at },
  ];
  const { submissionId } = await call(researcher, "submissions.submit", { request, title: hidden, note: hidden });
  await reviewer.goto(`/review/${submissionId}`);
  const findings = reviewer.getByRole("region", { name: "Findings" });
  await expect(findings).toContainText("Contains invisible characters: right-to-left override (1).");
  await expect(findings).toContainText("have the same text: “N⟨ZWSP⟩o”");
  const options = reviewer.getByRole("region", { name: "Options and their descriptions, table" });
  await expect(options.getByRole("img", { name: "right-to-left override" })).toBeVisible();
  await researcher.goto(`/compose/new?copy=${submissionId}`);
  await expect(
    researcher.getByText("Contains invisible characters: right-to-left override (1).").first(),
  ).toBeVisible();
  const { taskId, requestId } = await forecastUndecided(researcher, reviewer, request);
  await call(researcher, "questions.addNote", { taskId, text: hidden });
  for (const address of [
    "/review",
    `/review/${submissionId}`,
    `/submissions/${submissionId}`,
    "/submissions",
    "/compose",
    "/",
    "/forecasts",
    `/forecasts/${requestId}`,
    `/questions/${encodeURIComponent(taskId)}`,
    "/questions",
    "/audit?show=everything",
  ]) {
    await reviewer.goto(address);
    const shown = await reviewer.evaluate(() => {
      const attributes = [...document.querySelectorAll("[title], [aria-label]")].map(
        (element) => `${element.getAttribute("title")} ${element.getAttribute("aria-label")}`,
      );
      return [document.title, document.querySelector("main")?.textContent, ...attributes].join("\n");
    });
    expect(DECEPTIVE.exec(shown)?.[0], address).toBe(undefined);
  }
  await reviewer.goto(`/submissions?whose=all&text=${encodeURIComponent(`${word} ｚｅｒｏ`)}`);
  await expect(reviewer.getByRole("img", { name: "zero-width space" }).first()).toBeVisible();
});
