import { expect, it } from "vitest";
import { type Outcome, showOutcome } from "./show-outcome.ts";

const OUTCOME: Outcome = {
  id: "0198c9a0-0000-7000-8000-000000000000",
  taskId: "sha256:task",
  option: "yes",
  happenedAt: new Date(0),
  source: "The register.",
  note: "",
  status: "recorded",
  recordedBy: "member",
  recordedAt: new Date(0),
  confirmedBy: null,
  confirmedAt: null,
};

it("sends the listed columns of an outcome only, with ISO 8601 times", () => {
  const { id: outcomeId, ...row } = OUTCOME;
  const at = "1970-01-01T00:00:00.000Z";
  const shown = showOutcome({ ...OUTCOME, ...{ newColumn: "internal" } });
  expect(shown).toEqual({ ...row, outcomeId, happenedAt: at, recordedAt: at });
});
