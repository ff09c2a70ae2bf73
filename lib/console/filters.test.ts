import { describe, expect, it } from "vitest";
import * as z from "zod/mini";
import {
  auditInput,
  auditList,
  draftStart,
  evaluationList,
  forecastList,
  neighboursInput,
  outcomeList,
  readCompared,
  reviewList,
  submissionList,
  submissionsInput,
  turnInput,
} from "./filters.ts";

const task = `sha256:${"a".repeat(64)}`;
const id = "01890a5d-ac96-774b-bcce-b302099a8057";

/** For each list: a filter that sets every field, and invalid values for its fields. */
const FILTERS = [
  {
    list: "forecasts",
    filter: forecastList,
    full: { task, release: "r", option: "cut", text: "rate", from: "2026-02-28", before: "2026-03-01", after: "12" },
    wrong: {
      task: "sha256:a",
      release: "",
      option: "\u0000",
      text: "a\u0000",
      from: "2026-02-30",
      before: "now",
      after: "-1",
    },
  },
  {
    list: "audit events",
    filter: auditList,
    full: {
      ...{ show: "members", code: "QUEUE_FULL", request: id, who: "gateway", task, release: "r" },
      ...{ from: "2026-02-28", before: "2026-03-01", after: "12" },
    },
    wrong: { show: "toString", code: "A_CODE", request: "1", who: "", task: "a", from: "0000-01-01", after: "1.5" },
  },
  {
    list: "submissions",
    filter: submissionList,
    full: { whose: "all", status: "changes_requested", after: id },
    wrong: { whose: "mine", status: "open", after: "1" },
  },
  {
    list: "review queue",
    filter: reviewList,
    full: { task, origin: "caller", turn: "others", after: id, decided: id },
    wrong: { task: "sha256:a", origin: "mail", turn: "x", after: "1", decided: "1" },
  },
  {
    list: "drafts",
    filter: draftStart,
    full: { revise: id, copy: id, forecast: id },
    wrong: { revise: "1", copy: "" },
  },
];

describe.each(FILTERS)("the filter of $list", ({ filter, full, wrong }) => {
  it("survives a round trip through the URL", () => {
    const written = new URL(filter.href(filter.parse(full)), "http://console");
    expect(filter.parse(Object.fromEntries(written.searchParams))).toEqual(full);
  });

  it("ignores and reports invalid values, except empty ones", () => {
    expect(Object.values(filter.parse(wrong)).every((value) => value === undefined)).toBe(true);
    const given = Object.entries(wrong).filter(([, value]) => value !== "");
    expect(filter.findInvalid(wrong)).toEqual(
      expect.arrayContaining(given.map(([name, value]) => ({ name, value: value.trim() }))),
    );
    expect(filter.findInvalid(wrong)).toHaveLength(given.length);
    expect(filter.findInvalid(full)).toEqual([]);
  });
});

it("uses the first of repeated parameters, trimmed", () => {
  expect(forecastList.parse({ release: [" service-r13-c ", "other"] })).toMatchObject({ release: "service-r13-c" });
});

describe("the input of a procedure", () => {
  it("selects the same forecasts as the URL", () => {
    const query = forecastList.parse({ task, from: "2026-02-28", before: "2026-03-01", after: "12" });
    const filter = { taskId: task, from: "2026-02-28T00:00:00Z", before: "2026-03-01T00:00:00Z" };
    expect(forecastList.toFilter(query)).toEqual(filter);
    expect(forecastList.toPage(query)).toEqual({ ...filter, after: 12, limit: 50 });
  });

  it("has every field of the URL, except those that only the page uses", () => {
    const full = { request: id, who: "me", task, release: "r", from: "2026-02-28", before: "2026-03-01", after: "12" };
    const input = auditList.toPage(auditList.parse({ show: "members", code: "QUEUE_FULL", ...full }));
    expect(z.strictObject(auditList.pageInput).parse(input)).toEqual({
      ...{ code: "QUEUE_FULL", requestId: id, actorId: "me", taskId: task, release: "r" },
      ...{ from: "2026-02-28T00:00:00Z", before: "2026-03-01T00:00:00Z", after: 12, limit: 50 },
    });
  });

  it.each([forecastList, auditList, submissionList, reviewList, outcomeList, evaluationList])(
    "limits a page to 200 rows, 50 by default (%#)",
    ({ pageInput }) => {
      const input = z.object({ limit: pageInput.limit });
      expect(input.parse({})).toEqual({ limit: 50 });
      expect(input.safeParse({ limit: 200 }).success).toBe(true);
      expect([0, 201, 1.5].some((limit) => input.safeParse({ limit }).success)).toBe(false);
    },
  );

  it("accepts a release name of 200 characters", () => {
    const release = "r".repeat(200);
    expect(forecastList.toPage(forecastList.parse({ release }))).toMatchObject({ release });
    expect(auditInput(auditList.parse({ release }))).toMatchObject({ release });
  });

  it("selects the kinds of audit events, attempts by default", () => {
    const kinds = ["prediction.answered", "prediction.failed", "prediction.refused", "prediction.abandoned"];
    expect(auditInput(auditList.parse({})).kinds).toEqual(kinds);
    expect(auditInput(auditList.parse({ show: "everything" })).kinds).toBeUndefined();
  });

  it("selects the reader’s own submissions, unless all are requested", () => {
    expect(submissionsInput(submissionList.parse({}), "me").authorId).toBe("me");
    expect(submissionsInput(submissionList.parse({ whose: "all" }), "me").authorId).toBeUndefined();
  });

  it("selects submissions by the filter `turn` of the review queue", () => {
    expect(turnInput(reviewList.parse({ turn: "others" }))).toEqual({ mine: true });
    expect(turnInput(reviewList.parse({ turn: "assigned" }))).toEqual({ assigned: true });
    expect(turnInput({})).toEqual({});
  });

  it("selects the next submission that the reader may decide on, unless others are requested", () => {
    expect(neighboursInput(reviewList.parse({ task }), id)).toEqual({ submissionId: id, taskId: task, mine: false });
    expect(neighboursInput(reviewList.parse({ turn: "others" }), id)).toMatchObject({ mine: true });
  });

  it("lists forecasts to compare without duplicates", () => {
    const [one, other] = ["0198c9a0-0000-7000-8000-000000000000", "0198c9a0-0000-7000-8000-00000000000a"];
    expect(readCompared({ id: [one, other.toUpperCase(), other, "x"] })).toEqual([one, other]);
    expect(readCompared({ id: one })).toEqual([one]);
    expect(readCompared({})).toEqual([]);
  });
});
