import { change } from "./change.ts";
import { type Reply, readExample, type TestGateway } from "./start-gateway.ts";

export interface Violation {
  readonly code: string;
  readonly inRequest?: (request: object) => object;
  readonly inText?: (text: string) => string;
  readonly authorization?: string;
}

const text = () => ({ type: "text", text: "It will.", observed_at: "2026-05-05T00:00:00Z" });
const context = [text(), text(), text(), ...readExample("binary").input.context];

/**
 * One violation for each validation step up to the review check, in the gateway's order. Their paths do not overlap.
 */
export const VIOLATIONS: readonly Violation[] = [
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

/** Sends the binary example with all these violations. `order` sets the order of the members of each object. */
export async function sendWith(
  gateway: TestGateway,
  violations: readonly Violation[],
  order: readonly number[] = [0],
): Promise<Reply> {
  const request = violations.reduce(
    (invalid, { inRequest = (same) => same }) => inRequest(invalid),
    change("/input/context", context),
  );
  const body = violations.reduce(
    (invalid, { inText = (same) => same }) => inText(invalid),
    JSON.stringify(turn(request, order)),
  );
  const { authorization } = violations.find((violation) => violation.authorization !== undefined) ?? {};
  return gateway.post(body, authorization === undefined ? {} : { authorization });
}

function turn(value: unknown, order: readonly number[]): unknown {
  if (Array.isArray(value)) return value.map((element) => turn(element, order));
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).map(([name, member]) => [name, turn(member, order)] as const);
  const rank = (index: number) => order[index % order.length] ?? 0;
  return Object.fromEntries(
    [...members.keys()].sort((a, b) => rank(a) - rank(b)).map((index) => members[index] ?? ["", 0]),
  );
}
