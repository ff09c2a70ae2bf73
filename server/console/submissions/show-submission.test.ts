import { expect, it } from "vitest";
import type { Submission } from "#server/gateway/submissions/create-submission.ts";
import { showSubmission } from "./show-submission.ts";

const SUBMISSION: Submission = {
  id: "0198c9a0-0000-7000-8000-000000000000",
  release: "release",
  taskId: "sha256:task",
  inputId: "sha256:input",
  options: ["yes", "no"],
  title: "A title",
  note: "",
  status: "submitted",
  origin: "console",
  client: null,
  ownId: null,
  authorId: "author",
  supersedes: null,
  batch: null,
  findings: [],
  assignedTo: null,
  erasedBy: null,
  createdAt: new Date(0),
  updatedAt: new Date(0),
};

it("sends the listed columns of a submission only, with ISO 8601 times", () => {
  const { id: submissionId, erasedBy: _, ...row } = SUBMISSION;
  const at = "1970-01-01T00:00:00.000Z";
  const shown = showSubmission({ ...SUBMISSION, ...{ newColumn: "internal" } });
  expect(shown).toEqual({ ...row, submissionId, createdAt: at, updatedAt: at });
});
