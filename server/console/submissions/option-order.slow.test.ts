import { describe, expect, it } from "vitest";
import { startContent } from "#lib/compose/start-content.ts";
import { printOrderedRequest } from "#lib/contract/print-in-order.ts";
import { approval } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { approveAll, readExample } from "#test/start-gateway.ts";

const { gateway, researcher, reviewer } = await signInRoles();

/** Returns the text of a request with the options in this order. The same arguments always give the same text. */
function requestText(question: string, options: readonly string[]): string {
  const { model, task, input } = readExample("binary");
  const criteria = options.map((option) => `${JSON.stringify(option)}:"It is ${option}."`).join(",");
  const sizes = Object.fromEntries([...options].sort().map((option, index) => [option, (index + 1) / 10]));
  const sum = Object.values(sizes).reduce((total, one) => total + one, 0);
  const probabilities = Object.fromEntries(Object.entries(sizes).map(([option, size]) => [option, size / sum]));
  const data = { kind: "forecast", source: "A", probabilities };
  const even = Object.fromEntries(Object.keys(sizes).map((option) => [option, 1 / options.length]));
  const context = [
    { type: "structured", data, observed_at: "2026-05-01T00:00:00Z" },
    { type: "structured", data: { kind: "forecast", source: "B", probabilities: even }, observed_at: input.as_of },
  ];
  const resolution = JSON.stringify(task.resolution);
  return `{"model":"${model}","task":{"type":"choice","instructions":${JSON.stringify(question)},"criteria":{${criteria}},
    "resolution":${resolution}},"input":${JSON.stringify({ as_of: input.as_of, context })}}`;
}

describe.each([[["small", "medium", "large"]], [["b", "10", "constructor", "9"]]])(
  "the order of options %j",
  (options) => {
    const question = `In which order are ${options.join(", ")}?`;
    const text = requestText(question, options);
    const plain = options.every((option) => !/^\d+$/.test(option));

    it("is preserved from submission through review and revision to the forecasts", async () => {
      const { data } = await researcher.fetch("submissions.submit", { request: text });
      const submission = Object(data);
      expect(submission.options).toEqual(options);
      const shown = await reviewer.call.submissions.get({ submissionId: submission.submissionId });
      expect(shown.options).toEqual(options);
      if (plain) expect(Object.keys(shown.request.task.criteria)).toEqual(options);
      expect(startContent("", { ...shown, supersedes: undefined }).form.options.map(({ id }) => id)).toEqual(options);
      await reviewer.call.reviews.decide(approval(submission));

      const run = await researcher.fetch("forecasts.run", printOrderedRequest(shown));
      const { request_id: requestId, task, result } = Object(run.data);
      if (plain) expect(Object.keys(task.criteria)).toEqual(options);
      if (plain) expect(Object.keys(result.probabilities)).toEqual(options);
      const forecast = await researcher.call.forecasts.get({ requestId });
      expect(forecast.options).toEqual(options);
      const { taskId } = forecast;
      expect((await researcher.call.forecasts.list({ taskId })).forecasts[0]?.options).toEqual(options);
      expect((await researcher.call.forecasts.overTime({ taskId })).options).toEqual(options);
      const compared = await researcher.call.forecasts.compare({ requestIds: [requestId, requestId] });
      expect(compared.options.map(({ option }) => option)).toEqual(options);
    });

    it("is the order in the response text, and affects neither digests nor probabilities", async () => {
      const turned = [...options].reverse();
      const [one, other] = [text, requestText(question, turned)];
      await approveAll(gateway.gateway, [JSON.parse(one)]);
      const [first, second] = await Promise.all(
        [one, other].map(async (body) => {
          const headers = { authorization: `Bearer ${gateway.key}` };
          const response = await fetch(gateway.url, { method: "POST", headers, body });
          return response.text();
        }),
      );
      const idsIn = (answer = "") => [...answer.matchAll(/"([a-z0-9]+)":"It is /g)].map(([, id]) => id);
      const numbersIn = (answer = "") => /"probabilities":\{([^}]*)\}/.exec(answer)?.[1]?.split(",");
      expect(idsIn(first)).toEqual(options);
      expect(idsIn(second)).toEqual(turned);
      expect(numbersIn(second)).toEqual(numbersIn(first)?.reverse());
      expect(JSON.parse(second ?? "").input_id).toBe(JSON.parse(first ?? "").input_id);
    });

    it("belongs to the submission: the same content may be submitted in another order", async () => {
      const turned = [...options].reverse();
      const one = await researcher.fetch("submissions.submit", { request: text });
      const other = await researcher.fetch("submissions.submit", { request: requestText(question, turned) });
      const again = await researcher.fetch("submissions.submit", { request: text });
      expect(Object(one.data).taskId).toBe(Object(other.data).taskId);
      expect([Object(one.data).options, Object(other.data).options]).toEqual([options, turned]);
      expect(Object(again.data).submissionId).toBe(Object(one.data).submissionId);
    });

    it("is preserved by an import and for a caller's request that awaits review", async () => {
      const fresh = (mark: string) => requestText(`${question} (${mark})`, options).replaceAll("\n", " ");
      const lines = [fresh("line"), `{"title":"t","request":${fresh("member")}}`];
      const reports = await researcher.call.submissions.import({ jsonl: lines.join("\n") });
      const { body } = await gateway.post(fresh("backend"));
      expect(body).toMatchObject({ error: { code: "TASK_NOT_SUPPORTED" } });
      const { submissions } = await reviewer.call.submissions.list({ limit: 200 });
      const ids = reports.map((report) => Object(report).submissionId);
      const found = submissions.filter(
        ({ submissionId, title }) => ids.includes(submissionId) || title.includes(`${options.join(", ")}? (backend)`),
      );
      expect(found.map((submission) => submission.options)).toEqual([options, options, options]);
    });
  },
);
