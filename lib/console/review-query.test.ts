import { describe, expect, it } from "vitest";
import { neighboursInput, queueInput, readReviewQuery } from "./review-query.ts";

const task = `sha256:${"a".repeat(64)}`;
const id = "01890a5d-ac96-774b-bcce-b302099a8057";

describe("the filters of the review in an address", () => {
  it("are read", () => {
    const query = readReviewQuery({ task, origin: "caller", turn: "others", after: id });
    expect(queueInput(query)).toEqual({ taskId: task, origin: "caller", mine: true, after: id, limit: 50 });
  });

  it("count as not given where they are not right", () => {
    const query = readReviewQuery({ task: "sha256:a", origin: "first_start", turn: "x", after: "1", decided: [id] });
    expect(Object.values(query).every((value) => value === undefined)).toBe(true);
  });

  it("lead from one submission to the next that the reader can decide on, unless they ask for the others", () => {
    expect(neighboursInput(readReviewQuery({ task }), id)).toEqual({ submissionId: id, taskId: task, mine: false });
    expect(neighboursInput(readReviewQuery({ turn: "others" }), id)).toMatchObject({ mine: true });
  });
});
