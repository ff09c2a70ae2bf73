import { expect, it } from "vitest";
import { requestSchema } from "#lib/contract/request.ts";
import { SAMPLE_REQUEST } from "#lib/contract/sample-request.ts";
import { diffSubmissions } from "./diff-submissions.ts";

const sample = requestSchema.parse(SAMPLE_REQUEST);
const { task } = sample;
const options = ["yes", "no"];
const submission = { request: sample, options };

it("reports changes of the content, and no change between equal submissions", () => {
  expect(diffSubmissions(submission, submission)).toEqual([]);
  const request = { ...sample, task: { ...task, instructions: "Another question?" } };
  expect(diffSubmissions(submission, { ...submission, request }).map(({ path }) => path)).toEqual([
    "task.instructions",
  ]);
});

it("reports a changed order of the options", () => {
  expect(diffSubmissions(submission, { ...submission, options: ["no", "yes"] })).toEqual([
    { kind: "moved", path: "task.criteria" },
  ]);
});

it("does not report an added or removed option as a reordering", () => {
  const request = { ...sample, task: { ...task, criteria: { ...task.criteria, other: null } } };
  const more = { ...submission, request, options: ["other", "yes", "no"] };
  expect(diffSubmissions(submission, more).map(({ kind, path }) => [kind, path])).toEqual([
    ["added", "task.criteria.other"],
  ]);
  expect(diffSubmissions(more, submission).map(({ kind, path }) => [kind, path])).toEqual([
    ["removed", "task.criteria.other"],
  ]);
});
