import { randomUUID } from "node:crypto";
import { type Browser, expect, type Page } from "@playwright/test";
import { sampleSize } from "#lib/domain/evaluations.ts";
import type { Role } from "#lib/domain/members.ts";
import { effort } from "#test/effort.ts";
import { type Behaviour, rightAnswer, sendJson, startFaultyModel } from "#test/faulty-model.ts";
import { jsonl, lineOf } from "#test/resolved-cases.ts";
import { until } from "#test/until.ts";
import { expectNoViolations } from "./axe.ts";
import { openSignedIn, test } from "./console.ts";
import type { OwnServer } from "./own-server.ts";
import { approve, call, freshRequest } from "./review.ts";

const CASES = effort({ sample: 40, full: 200 });
const HALF = CASES / 2;
const DRAWN = sampleSize(CASES);

const lines = Array.from({ length: CASES }, (_, index) =>
  lineOf(`question ${index}`, [0.3, ((index * 7) % 20) / 20], index % 3 === 0 ? "yes" : "no", `set ${index % 2}`),
);

const answer: Behaviour = (response, request) =>
  sendJson(response, { ...rightAnswer(request), probabilities: { yes: 0.25, no: 0.75 } });

async function open(browser: Browser, server: OwnServer, role: Role): Promise<Page> {
  const page = await openSignedIn(browser, server, role);
  await page.goto("/evaluations");
  return page;
}

test("an evaluation file is uploaded, approved and run, and the run resumes after the gateway is killed", async ({
  browser,
  startOwn,
}) => {
  const model = await startFaultyModel();
  // A long deadline, so that the requests that hang until the kill do not time out first.
  const environment = { MODEL_ADAPTER: "http", MODEL_URL: model.url, MODEL_DEADLINE_MS: "3600000" };
  const server = await startOwn(environment);
  const [researcher, reviewer] = [await open(browser, server, "researcher"), await open(browser, server, "reviewer")];

  await test.step("a researcher uploads it", async () => {
    await researcher.getByRole("button", { name: "Upload file" }).first().click();
    await researcher.getByLabel("File", { exact: true }).setInputFiles({
      name: "q.jsonl",
      mimeType: "application/jsonl",
      buffer: Buffer.from(jsonl(lines)),
    });
    await researcher.getByRole("textbox", { name: "Title" }).fill("Questions about rain");
    await researcher.getByRole("button", { name: `Upload ${CASES} cases` }).click();
    await expect(
      researcher.getByText("The file must be approved by a reviewer other than the uploader."),
    ).toBeVisible();
  });

  await test.step("a reviewer finds the file in the queue, reads the sampled cases, and approves the file", async () => {
    await reviewer.goto("/");
    await reviewer.getByRole("region", { name: "1 evaluation file to review" }).getByRole("link").click();
    await expect(reviewer.getByText(`0 of ${DRAWN} cases read`)).toBeVisible();
    for (let read = 1; read <= DRAWN; read++) {
      await expect(reviewer.getByText(`Case ${read} of ${DRAWN}`)).toBeVisible();
      await reviewer.keyboard.press("r");
      if (read === 2) {
        await reviewer.reload();
        await expect(reviewer.getByText(`2 of ${DRAWN} cases read`)).toBeVisible();
        await reviewer.keyboard.press("k");
        await expect(reviewer.getByLabel("I have read this case")).toBeChecked();
        await reviewer.keyboard.press("j");
      }
    }
    const checks = reviewer.getByRole("group", { name: "Checklist" }).getByRole("checkbox");
    for (const check of await checks.all()) await check.check();
    await reviewer.getByRole("button", { name: "Approve file" }).click();
    await expect(reviewer.getByText("The cases are approved.")).toBeVisible();
  });

  let hanging = 0;
  const answered = new Set<string>();
  model.behave((response, request) => {
    const { instructions } = request.task;
    if (answered.size < HALF) answered.add(instructions);
    if (answered.has(instructions)) answer(response, request);
    else hanging++;
  });
  await test.step("the evaluation runs, and the gateway is killed halfway", async () => {
    await researcher.goto("/");
    await researcher.getByRole("region", { name: "1 approved evaluation to start" }).getByRole("link").click();
    await researcher.getByRole("button", { name: "Start" }).click();
    await researcher.getByRole("dialog").getByRole("button", { name: "Start" }).click();
    await expect(
      researcher.getByRole("region", { name: "Progress" }).getByText(`${HALF} of ${CASES} cases`),
    ).toBeVisible();
    await until("the model receives a request that gets no answer", () => hanging > 0);
    await server.kill();
  });

  await test.step("after a restart the evaluation resumes, the page updates, and the report appears", async () => {
    model.behave(answer);
    await server.start();
    await expect(
      researcher.getByRole("region", { name: "Progress" }).getByText(`${CASES} of ${CASES} cases`),
    ).toBeVisible();
    await expect(researcher.getByText("Every case was forecast or refused.")).toBeVisible();
    await researcher.getByRole("region", { name: "Log score by set" }).getByText("Show table").click();
    const scores = researcher.getByRole("region", { name: "Scores by set, table" });
    await expect(scores.getByRole("row").first()).toBeVisible();
    expect(new Set(model.requests.map(({ body }) => body.task.instructions)).size).toBe(CASES);
  });
});

test("an evaluation on resolved questions needs no review", async ({ session }) => {
  const [researcher, reviewer] = [await session("researcher"), await session("reviewer")];
  const tag = `resolved ${randomUUID()}`.slice(0, 40);
  for (let question = 0; question < 6; question++)
    await resolve(researcher, reviewer, tag, question % 2 ? "yes" : "no");

  await researcher.goto("/evaluations");
  await researcher.getByRole("button", { name: "Use resolved questions" }).click();
  const dialog = researcher.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Tag" }).fill(tag);
  await expect(dialog.getByText("6 cases of 6 questions match.")).toBeVisible();
  await expectNoViolations(researcher, "evaluation on resolved questions");
  await dialog.getByRole("button", { name: "Create evaluation" }).click();
  await expect(researcher.getByText("Each input was approved individually.")).toBeVisible();
  await researcher.getByRole("button", { name: "Start" }).click();
  await dialog.getByRole("button", { name: "Start" }).click();
  await expect(researcher.getByText("Every case was forecast or refused.")).toBeVisible();
});

/** Approves the input of a question that resolved an hour ago, tags the question and confirms its outcome. */
async function resolve(researcher: Page, reviewer: Page, tag: string, option: string): Promise<void> {
  const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
  const { task, input, ...rest } = freshRequest();
  const context = input.context.map((one) => ({ ...one, observed_at: ago(3) }));
  const request = {
    ...rest,
    task: { ...task, resolution: { ...task.resolution, resolves_at: ago(1) } },
    input: { ...input, as_of: ago(3), context },
  };
  const { taskId } = await approve(researcher, reviewer, request);
  await call(researcher, "questions.tag", { taskId, tag, active: true });
  const { outcomeId } = await call(researcher, "outcomes.record", { taskId, option, source: "The register." });
  await call(reviewer, "outcomes.confirm", { outcomeId });
}
