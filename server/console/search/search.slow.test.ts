import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { countRead } from "#test/count-read.ts";
import { addRefusals, repeatForecast } from "#test/long-log.ts";
import { newRequest, submitAndApprove } from "#test/review.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readIdPart } from "./id-part.ts";
import { search } from "./search.ts";

const { gateway, researcher, reviewer } = await signInRoles({}, { repeat: () => () => {} });
const { database } = gateway.gateway;
afterAll(() => gateway.stop());

const found = await (async () => {
  const request = newRequest();
  request.task = {
    ...request.task,
    instructions: "Will the Zürich funicular’s 0.50-franc fare rise — الترام?",
    criteria: { yes: "The quokka wins.", no: null },
  };
  const seen = await submitAndApprove(researcher, reviewer, request);
  const { request_id: requestId } = await researcher.call.forecasts.run(request);
  return { ...seen, requestId };
})();

async function find(text: string) {
  const { questions, submissions, forecasts } = await researcher.call.search.find({ text });
  return [
    questions.some(({ taskId }) => taskId === found.taskId),
    submissions.some(({ submissionId }) => submissionId === found.submissionId),
    forecasts.some(({ requestId }) => requestId === found.requestId),
  ];
}

const ALL = [true, true, true];
const NONE = [false, false, false];

describe("the search", () => {
  it.each([
    "funicular",
    "FUNIC",
    "fare zür",
    "0.50-franc",
    "الترام",
    "quokka",
    "rise funicular",
    "ｆｕｎｉｃ",
    "fu\u200bnic",
  ])("finds a question, its submission and its forecast by the beginnings of words, as in %j", async (text) =>
    expect(await find(text)).toEqual(ALL),
  );

  it.each(["", "  ", "?", "'", "\\", "':*", "a & b | !", "(", "unicular", "funicular zebra", "%", "_"])(
    "finds nothing for %j, without an error",
    async (text) => expect(await find(text)).toEqual(NONE),
  );

  it("finds all three by the beginning of an id, and UUIDs also by their end, case-insensitively", async () => {
    const { taskId, submissionId, requestId } = found;
    expect(await find(taskId.slice(0, 17))).toEqual(ALL);
    expect(await find(`${taskId.slice(0, 17)}…`)).toEqual(ALL);
    expect((await find(requestId))[2]).toBe(true);
    expect((await find(requestId.slice(0, 23)))[2]).toBe(true);
    expect((await find(requestId.slice(-12).toUpperCase()))[2]).toBe(true);
    expect((await find(submissionId.slice(-12)))[1]).toBe(true);
    expect(await find("00000000")).toEqual(NONE);
  });

  it("also filters the list of submissions by words and ids", async () => {
    for (const text of ["quokka", "funic", found.submissionId.slice(-12)]) {
      const { submissions } = await researcher.call.submissions.list({ text });
      expect(submissions.map(({ submissionId }) => submissionId)).toEqual([found.submissionId]);
    }
    expect((await researcher.call.submissions.list({ text: "zebra" })).submissions).toEqual([]);
  });
});

it("the parser of typed ids accepts only text that can be part of an id", () => {
  expect(readIdPart(" SHA256:ABCdef12 ")).toMatchObject({ text: "abcdef12", digits: "abcdef12" });
  expect(readIdPart("0198c9a0-0000")).toMatchObject({ least: `0198c9a00000${"0".repeat(20)}` });
  for (const text of ["abcde", "decade of", "0198-", "-0198c9", "facade!"]) expect(readIdPart(text)).toBeUndefined();
});

describe("the search in a long audit log", () => {
  beforeAll(async () => {
    // Creates a second question that contains the word "quokka".
    const { request } = await submitAndApprove(researcher, reviewer);
    const task = { ...request.task, instructions: `${request.task.instructions} Or the quokka?` };
    await submitAndApprove(researcher, reviewer, { ...request, task });
    // Adds many forecasts whose request ids begin with the same digits, followed by many other events.
    const newId = "overlay(gen_random_uuid()::text placing 'abcdef' from 1 for 6)::uuid";
    await repeatForecast(database, found.requestId, 2_000, newId);
    await addRefusals(database, 2_000);
  });

  it.each([
    ["the words of their question", "quokka"],
    ["the beginning of their ids", "abcdef"],
  ])("forecasts are found by %s without reading the whole log", async (_, text) => {
    const before = await countRead(database);
    expect((await search(database, text, 500)).forecasts.length).toBeGreaterThan(0);
    expect((await countRead(database)) - before).toBeLessThan(1_000);
  });
});
