import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, it } from "vitest";
import { signIn } from "#test/console-client.ts";
import { type Behaviour, rightAnswer, sendJson, startFaultyModel } from "#test/faulty-model.ts";
import { approveFile, uploadFile, waitUntilFinished } from "#test/finish-evaluation.ts";
import { jsonl, lineOf } from "#test/resolved-cases.ts";
import { runNode, startMain } from "#test/run-process.ts";
import { startSeeded } from "#test/start-seeded.ts";
import { until } from "#test/until.ts";

const CASES = 200;
const HALF = CASES / 2;

const content = jsonl(
  Array.from({ length: CASES }, (_, index) =>
    lineOf(`question ${index}`, [0.3, ((index * 7) % 20) / 20], index % 3 === 0 ? "yes" : "no", `set ${index % 2}`),
  ),
);

/** Responds with a forecast that depends only on the question, so both runs get the same answers. */
const answer: Behaviour = (response, request) => {
  const no = (0.5 + request.task.instructions.length + Number(/\d+/.exec(request.task.instructions)?.[0])) % 1 || 0.4;
  sendJson(response, { ...rightAnswer(request), probabilities: { no, yes: 1 - no } });
};

it("an evaluation resumes after its process is killed, and its report equals the report of npm run evaluate", async () => {
  const model = await startFaultyModel();
  // A long deadline, so that the requests that hang until the kill do not time out first.
  const environment = { MODEL_ADAPTER: "http", MODEL_URL: model.url, MODEL_DEADLINE_MS: "3600000" };
  const { dataDir, accounts, ...first } = await startSeeded(environment);
  let { server } = first;
  const [researcher, reviewer] = [
    await signIn(server.url, accounts.researcher),
    await signIn(server.url, accounts.reviewer),
  ];
  const evaluationId = await uploadFile(server.url, researcher, "questions.jsonl", content);
  await approveFile(reviewer, evaluationId);

  let hanging = 0;
  const answered = new Set<string>();
  model.behave((response, request) => {
    const { instructions } = request.task;
    if (answered.size < HALF) answered.add(instructions);
    if (answered.has(instructions)) answer(response, request);
    else hanging++;
  });
  await researcher.mutate("evaluations.act", { evaluationId, action: "start" });
  await until("half of the cases are answered and stored", async () => {
    const { done } = Object(await researcher.query("evaluations.get", { evaluationId }));
    return done === HALF && hanging > 0;
  });
  expect((await server.end("SIGKILL")).signal).toBe("SIGKILL");
  const askedBefore = model.requests.length;

  model.behave(answer);
  server = await startMain(dataDir, environment);
  const again = researcher.at(server.url);
  await waitUntilFinished(again, evaluationId);
  const askedAgain = new Set(model.requests.slice(askedBefore).map(({ body }) => body.task.instructions));
  expect(askedAgain.size).toBe(CASES - HALF);
  expect([...askedAgain].filter((instructions) => answered.has(instructions))).toEqual([]);
  expect(await again.query("audit.verify")).toMatchObject({ ok: true, errors: [] });
  const { cookie } = again;
  const file = await fetch(`${server.url}/api/export/evaluation?id=${evaluationId}&format=json`, {
    headers: { cookie },
  });
  const report = await file.text();
  expect(JSON.parse(report)).toMatchObject({ cases: CASES, answered: CASES });

  const [path, out] = [join(dataDir, "questions.jsonl"), join(dataDir, "evaluated")];
  await writeFile(path, content);
  expect((await runNode(["research/evaluate.ts", "--out", out, path], environment).exit).code).toBe(0);
  expect(report).toBe(await readFile(join(out, "report.json"), "utf8"));
  expect((await server.end()).code).toBe(0);
});
