import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { change } from "#test/change.ts";
import { errorOf, issuesOf } from "#test/expect-refusal.ts";
import { approveAll, readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";

/** A violation of each step of the order of checks, in that order, at places that do not touch one another. */
interface Violation {
  readonly code: string;
  readonly inRequest?: (request: object) => object;
  readonly inText?: (text: string) => string;
  readonly authorization?: string;
}

const text = () => ({ type: "text", text: "It will.", observed_at: "2026-05-05T00:00:00Z" });
const context = [text(), text(), text(), ...readExample("binary").input.context];

const VIOLATIONS: readonly Violation[] = [
  { code: "UNAUTHORIZED", authorization: "Bearer no" },
  { code: "REQUEST_TOO_LARGE", inText: (whole) => whole.padEnd(32_769) },
  { code: "INVALID_JSON", inText: (whole) => `,${whole}` },
  { code: "INVALID_REQUEST", inRequest: (request) => change("/extra", 1, request) },
  { code: "INVALID_TASK", inRequest: (request) => change("/task/type", "x", request) },
  { code: "INVALID_CRITERIA", inRequest: (request) => change("/task/criteria/a b", null, request) },
  { code: "INVALID_RESOLUTION", inRequest: (request) => change("/task/resolution/criteria", " ", request) },
  { code: "INVALID_CONTEXT", inRequest: (request) => change("/input/context/0/extra", 1, request) },
  {
    code: "EXPLICIT_TIMEZONE_REQUIRED",
    inRequest: (request) => change("/input/context/1/observed_at", "2026-05-05T00:00:00", request),
  },
  {
    code: "FUTURE_INPUT",
    inRequest: (request) => change("/input/context/2/observed_at", "2027-01-01T00:00:00Z", request),
  },
  { code: "MODEL_NOT_SUPPORTED", inRequest: (request) => change("/model", "service-r13-d", request) },
  { code: "TASK_NOT_SUPPORTED", inRequest: (request) => change("/task/instructions", "Will it rain?", request) },
  { code: "INPUT_QUALITY_UNVERIFIED", inRequest: (request) => change("/input/context/0/text", "It won't.", request) },
];

let gateway: TestGateway;

beforeAll(async () => {
  gateway = await startGateway();
  await approveAll(gateway.gateway, [
    { ...readExample("binary"), input: { as_of: "2026-06-15T09:00:00Z", context: [] } },
  ]);
});
afterAll(() => gateway.stop());

async function answerTo(violations: readonly Violation[], order: readonly number[]) {
  const request = violations.reduce(
    (wrong, { inRequest = (same) => same }) => inRequest(wrong),
    change("/input/context", context),
  );
  const body = violations.reduce(
    (wrong, { inText = (same) => same }) => inText(wrong),
    JSON.stringify(turn(request, order)),
  );
  const { authorization } = violations.find((violation) => violation.authorization !== undefined) ?? {};
  return gateway.post(body, authorization === undefined ? {} : { authorization });
}

/** The same JSON with the members of each object in another order. */
function turn(value: unknown, order: readonly number[]): unknown {
  if (Array.isArray(value)) return value.map((element) => turn(element, order));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, turn(member, order)] as const);
  const rank = (index: number) => order[index % order.length] ?? 0;
  return Object.fromEntries(
    [...members.keys()].sort((a, b) => rank(a) - rank(b)).map((index) => members[index] ?? ["", 0]),
  );
}

describe("a request with violations of several checks", () => {
  it.each(VIOLATIONS)("with one alone, is answered with it: $code", async (violation) => {
    const { body } = await answerTo([violation], [0]);
    expect(errorOf(body).code).toBe(violation.code);
  });

  it("is answered with the first in the order of checks, every time and in whatever order its members stand", async () => {
    const some = fc.subarray([...VIOLATIONS.keys()], { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(some, fc.array(fc.nat(), { minLength: 3, maxLength: 7 }), async (chosen, order) => {
        const violations = chosen.flatMap((index) => VIOLATIONS[index] ?? []);
        const [first] = violations;
        const replies = [
          await answerTo(violations, order),
          await answerTo(violations, order),
          await answerTo(violations, [0]),
        ];
        for (const { body } of replies) expect(errorOf(body).code).toBe(first?.code);
        const [issues] = replies.map(({ body }) => issuesOf(body));
        // The shape is checked as a whole: each of its violations is listed, in the order of checks.
        const shape = violations.map(({ code }) => code).filter((code) => SHAPE.includes(code));
        if (SHAPE.includes(first?.code ?? "")) expect(issues?.map(([code]) => code)).toEqual(shape);
      }),
      { numRuns: 300 },
    );
  });
});

const SHAPE = VIOLATIONS.slice(3, 10).map(({ code }) => code);
