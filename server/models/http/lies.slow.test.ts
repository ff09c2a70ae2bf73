import { describe, expect, it } from "vitest";
import { eventsOf, expectRefused } from "#test/expect-refusal.ts";
import { rightAnswer, startFaultyModel, TIMING } from "#test/faulty-model.ts";
import { type Reply, readExample, startGateway } from "#test/start-gateway.ts";

const body = JSON.stringify(readExample("binary"));

const model = await startFaultyModel();
const gateway = await startGateway({ MODEL_ADAPTER: "http", MODEL_URL: model.url });

/**
 * Returns the gateway's reply if the model sends a valid answer with these members replaced; undefined omits a member.
 */
function withAnswer(members: object): Promise<Reply> {
  model.behave((response, request) => void response.end(JSON.stringify({ ...rightAnswer(request), ...members })));
  return gateway.post(body);
}

/**
 * Returns the gateway's reply if the model sends this body, in which RIGHT is replaced by the members of a valid
 * answer.
 */
function withText(text: string): Promise<Reply> {
  model.behave((response, request) => {
    const right = JSON.stringify(rightAnswer(request)).slice(1, -1);
    response.end(text.replace("RIGHT", right));
  });
  return gateway.post(body);
}

async function expectRefusal(reply: Reply, code: string): Promise<void> {
  expectRefused(reply, { status: 502, code });
  const [outcome] = await eventsOf(gateway, reply);
  expect(outcome).toMatchObject({ kind: "prediction.failed", code });
}

const ABOVE = 0.5 + 1.1e-6;
const BELOW = 0.5 - 1.1e-6;

describe("a model server's answer that breaks the contract", () => {
  it.each<[string, object]>([
    ["no probabilities", { probabilities: undefined }],
    ["a list of probabilities", { probabilities: [1, 0] }],
    ["no options", { probabilities: {} }],
    ["a missing option", { probabilities: { yes: 1 } }],
    ["an additional option", { probabilities: { yes: 0.5, no: 0.5, maybe: 0 } }],
    ["a renamed option", { probabilities: { yes: 0.5, No: 0.5 } }],
    ["an option id with a space", { probabilities: { yes: 0.5, "no ": 0.5 } }],
    ["a sum of 1 + 1.1e-6", { probabilities: { yes: 0.5, no: ABOVE } }],
    ["a sum of 1 - 1.1e-6", { probabilities: { yes: 0.5, no: BELOW } }],
    ["percentages", { probabilities: { yes: 60, no: 40 } }],
    ["a number below 0", { probabilities: { yes: -1e-9, no: 1 } }],
    ["a number above 1", { probabilities: { yes: 0, no: 1 + 1e-9 } }],
    ["a number in a string", { probabilities: { yes: "0.5", no: 0.5 } }],
    ["null for a number", { probabilities: { yes: null, no: 1 } }],
    ["a list for a number", { probabilities: { yes: [0.5], no: 0.5 } }],
    ["true for a number", { probabilities: { yes: true, no: 0 } }],
    ["a choice that is not the argmax", { choice: "yes" }],
    ["a choice that is not an option", { choice: "maybe" }],
    ["a choice that is null", { choice: null }],
    ["a choice that ties but is not the first", { probabilities: { yes: 0.5, no: 0.5 }, choice: "yes" }],
    ["an illustration", { mode: "illustration" }],
    ["another mode", { mode: "mock" }],
    ["no version", { model_version: undefined }],
    ["another release's version", { model_version: `r12-c@${"a".repeat(40)}` }],
    ["a short version", { model_version: `r13-c@${"a".repeat(39)}` }],
    ["a version in capital letters", { model_version: `r13-c@${"A".repeat(40)}` }],
    ["a version that ends with a line feed", { model_version: `r13-c@${"a".repeat(40)}\n` }],
    ["another request's id", { request_id: "0198c9a0-0000-7000-8000-000000000000" }],
    ["invalid probabilities and invalid timing", { probabilities: { yes: 1 }, timing: null }],
  ])("causes INVALID_MODEL_RESPONSE: %s", async (_, members) => {
    await expectRefusal(await withAnswer(members), "INVALID_MODEL_RESPONSE");
  });

  it.each([
    ["an option twice", '{RIGHT,"probabilities":{"yes":0.5,"no":0.25,"no":0.5}}'],
    ["an option twice, once escaped", '{RIGHT,"probabilities":{"yes":0.5,"\\u006eo":0.25,"no":0.5}}'],
    ["the probabilities twice", '{RIGHT,"probabilities":{"yes":1,"no":0}}'],
    ["the option __proto__", '{"probabilities":{"yes":1,"no":0,"__proto__":0},REST}'],
    ["NaN", '{"probabilities":{"yes":NaN,"no":1},REST}'],
    ["Infinity", '{"probabilities":{"yes":Infinity,"no":1},REST}'],
    ["an infinite number", '{"probabilities":{"yes":1e999,"no":0},REST}'],
    ["a list that contains the answer", "[{RIGHT}]"],
    ["null", "null"],
    ["a string", '"RIGHT"'],
    ["an empty body", ""],
    ["a truncated answer", '{"model_version":'],
    ["trailing data", "{RIGHT}{RIGHT}"],
    ["a byte order mark", "\uFEFF{RIGHT}"],
    ["server-sent events", "data: {RIGHT}\n\n"],
    ["a web page", "<!doctype html><title>502 Bad Gateway</title>"],
    ["a million opening brackets", "[".repeat(1_000_000)],
  ])("causes INVALID_MODEL_RESPONSE: %s", async (_, text) => {
    const rest = `"model_version":"r13-c@${"a".repeat(40)}","timing":${JSON.stringify(TIMING)}`;
    await expectRefusal(await withText(text.replace("REST", rest)), "INVALID_MODEL_RESPONSE");
  });

  it("causes INVALID_MODEL_RESPONSE: text that is not UTF-8", async () => {
    model.behave((response, request) => {
      const text = JSON.stringify({ ...rightAnswer(request), note: "X" });
      response.end(Buffer.from(text, "latin1").fill(0xff, text.indexOf("X"), text.indexOf("X") + 1));
    });
    await expectRefusal(await gateway.post(body), "INVALID_MODEL_RESPONSE");
  });

  it.each<[string, unknown]>([
    ["no timing", undefined],
    ["null", null],
    ["a list", []],
    ...Object.keys(TIMING).map((name): [string, unknown] => [`no ${name}`, { ...TIMING, [name]: undefined }]),
    ["a negative time", { ...TIMING, load_ms: -0.001 }],
    ["a time in a string", { ...TIMING, inference_ms: "1" }],
    ["a time that is null", { ...TIMING, model_queue_ms: null }],
    ["a cold start that is a number", { ...TIMING, cold_start: 0 }],
    ["a cold start in a string", { ...TIMING, cold_start: "false" }],
    ["more time than was observed", { ...TIMING, inference_ms: 60_000 }],
    ["a sum above the observed time", { ...TIMING, model_queue_ms: 30_000, load_ms: 30_000 }],
  ])("causes INVALID_MODEL_TIMING: %s", async (_, timing) => {
    await expectRefusal(await withAnswer({ timing }), "INVALID_MODEL_TIMING");
  });

  it("causes INVALID_MODEL_TIMING: an infinite time", async () => {
    const timing = '"timing":{"model_queue_ms":0,"inference_ms":1e999,"load_ms":0,"cold_start":false}';
    const rest = `"model_version":"r13-c@${"a".repeat(40)}","probabilities":{"yes":1,"no":0}`;
    await expectRefusal(await withText(`{${rest},${timing}}`), "INVALID_MODEL_TIMING");
  });
});

describe("a model server's answer that satisfies the contract", () => {
  it.each<[string, object, string]>([
    ["a sum of 1 + 0.9e-6", { yes: 0.5, no: 0.5 + 0.9e-6 }, "no"],
    ["a sum of 1 - 0.9e-6", { yes: 0.5, no: 0.5 - 0.9e-6 }, "yes"],
    ["a certainty", { yes: 0, no: 1 }, "no"],
    ["a tie, which the first id in code-unit order wins", { yes: 0.5, no: 0.5 }, "no"],
    ["numbers with every digit", { yes: 0.1 + 0.2, no: 0.7 - Number.EPSILON }, "no"],
  ])("is passed on unchanged: %s", async (_, probabilities, choice) => {
    const { status, body: answer } = await withAnswer({ probabilities });
    expect(status).toBe(200);
    expect(answer.result).toEqual({
      type: "choice",
      choice,
      probabilities,
      confidence: null,
      calibration_status: "not_independently_verified",
    });
  });
});
