import { readFileSync } from "node:fs";
import { expect } from "@playwright/test";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { MIN_QUESTIONS } from "#lib/stats/significance.ts";
import { type ConsoleClient, signIn } from "#test/console-client.ts";
import { freePort } from "#test/free-port.ts";
import { approval, type Seen } from "#test/review.ts";
import { run } from "#test/run-process.ts";
import { until } from "#test/until.ts";
import { expectNoViolations } from "./axe.ts";
import { openSignedIn, test } from "./console.ts";
import { overhang } from "./overhang.ts";

const DAY_MS = 86_400_000;
const EXAMPLE: PredictionRequest = JSON.parse(readFileSync("examples/binary.json", "utf8"));

/**
 * Returns questions with two forecasts of one source. The embedded model uses only the newest one, and the example model
 * server averages both.
 */
function makeRequests(): PredictionRequest[] {
  const { task, input, model } = EXAMPLE;
  const observation = (day: string, yes: number) => ({
    type: "structured" as const,
    data: { kind: "forecast", source: "crowd", probabilities: { yes, no: 1 - yes } },
    observed_at: `${day}T00:00:00Z`,
  });
  const resolution = { ...task.resolution, resolves_at: new Date(Date.now() + DAY_MS).toISOString() };
  return Array.from({ length: MIN_QUESTIONS }, (_, index) => ({
    model,
    task: { ...task, instructions: `Will tram ${index} run?`, resolution },
    input: { ...input, context: [observation("2026-01-01", 0.1), observation("2026-01-02", 0.8)] },
  }));
}

/** Submits, approves and runs the requests. Returns the ids of the questions. */
async function forecastAll(researcher: ConsoleClient, reviewer: ConsoleClient): Promise<string[]> {
  const ids: string[] = [];
  for (const request of makeRequests()) {
    const submission = (await researcher.mutate("submissions.submit", { request })) as Seen;
    await reviewer.mutate("reviews.decide", approval(submission));
    await researcher.mutate("forecasts.run", request);
    ids.push(submission.taskId);
  }
  return ids;
}

test("the example model server is compared with the embedded model as a candidate", async ({ browser, startOwn }) => {
  const port = await freePort();
  const model = run(process.execPath, ["examples/model-server/node/server.mjs"], { PORT: String(port), LOAD_MS: "1" });
  await model.printed(" as r13-c@");
  const environment = { CANDIDATE_MODEL_ADAPTER: "http", CANDIDATE_MODEL_URL: `http://127.0.0.1:${port}` };
  const server = await startOwn(environment);
  const page = await openSignedIn(browser, server, "admin");
  const { accounts } = server.firstRun();
  const [researcher, reviewer] = [
    await signIn(server.url, accounts.researcher),
    await signIn(server.url, accounts.reviewer),
  ];

  await test.step("without scores, the page says what to do", async () => {
    await page.goto("/track-record");
    await page.getByRole("link", { name: "Candidate model" }).click();
    await expect(page.getByText("Nothing to compare yet")).toBeVisible();
    await expect(page.getByRole("link", { name: "Record an outcome" })).toBeVisible();
  });

  await test.step("the candidate answers in the background, and no page shows its answer", async () => {
    const taskIds = await forecastAll(researcher, reviewer);
    await until("the candidate has answered", async () => {
      const { candidate } = Object(await researcher.query("system.status"));
      return candidate.load.taken + candidate.load.waiting === 0;
    });
    const { events } = Object(await researcher.query("audit.list", { kinds: ["candidate.answered"] }));
    expect(events).toEqual([]);
    const happenedAt = new Date().toISOString();
    for (const taskId of taskIds) {
      const entry = { taskId, option: "yes", source: "The register.", happenedAt };
      const { outcomeId } = Object(await researcher.mutate("outcomes.record", entry));
      await reviewer.mutate("outcomes.confirm", { outcomeId });
    }
    await page.reload();
    await expect(page.getByText("Nothing to compare yet")).toBeVisible();
  });

  await test.step("after the resolution date, the page states which model is better", async () => {
    await server.stop();
    await server.start({ TEST_AHEAD_MS: String(DAY_MS + 3_600_000) });
    await page.reload();
    await expect(page.getByText(`${MIN_QUESTIONS} forecasts of ${MIN_QUESTIONS} questions.`)).toBeVisible();
    await expect(page.getByText("The release has a significantly better log score")).toBeVisible();
    const log = page.getByRole("row", { name: /^Log score/ });
    // The mean of log odds of 0.1 and 0.8 is 0.4 for "yes".
    await expect(log).toContainText((-Math.log(0.4)).toFixed(3));
    await expectNoViolations(page, "the comparison");
    for (const width of [390, 1_440]) {
      await page.setViewportSize({ width, height: 900 });
      // The navigation slides out of a narrow window.
      await expect.poll(() => overhang(page)).toBe(0);
    }
    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download CSV" }).click();
    const csv = readFileSync(await (await downloading).path(), "utf8");
    const { comparisons } = Object(await researcher.query("outcomes.candidate"));
    expect(csv).toContain(`${comparisons[0].value.replace(" ", ",")},${MIN_QUESTIONS}`);
    expect(csv).toContain(String(comparisons[0].references.release.logDifference.value));
  });

  await test.step("the track record opens with a summary, and compares the subgroups of the chosen dimension", async () => {
    await page.goto("/track-record");
    const summary = page.getByRole("region", { name: "Summary" });
    await expect(summary).toContainText(/than the crowd’s last forecast by|Not distinguishable|No crowd/);
    await expect(summary).toContainText(`${MIN_QUESTIONS} questions`);
    await page.getByRole("link", { name: "Subgroups" }).click();
    const subgroups = page.getByRole("navigation", { name: "Subgroups" });
    await subgroups.getByRole("link", { name: "Number of options" }).click();
    const panel = page.getByRole("region", { name: "By number of options" });
    await panel.getByText("Show table").click();
    await expect(panel.getByRole("row")).toHaveCount(2);
    await expectNoViolations(page, "the track record");
  });

  await test.step("the candidate's state is on the system page", async () => {
    await model.end();
    await page.goto("/settings/system");
    await expect(page.getByRole("region", { name: "Candidate model" })).toContainText("Offline");
    expect((await page.request.get("/health/ready")).status()).toBe(200);
  });
});
