import { expect } from "vitest";
import type { Event } from "#server/audit/log/event.ts";
import { readEvents } from "#server/audit/log/read-events.ts";
import { refusalViolations } from "./independent-checker.ts";
import { expectCauseAndRemedy } from "./remedies.ts";
import type { Reply, TestGateway } from "./start-gateway.ts";

/** Code and path of an issue that a response must list. */
export type ExpectedIssue = readonly [code: string, path: string];

export interface Expected {
  readonly status: number;
  readonly code: string;
  /** All issues of the response, in order; none by default. */
  readonly issues?: readonly ExpectedIssue[];
}

/** Asserts status, headers and body of the refusal of an authenticated request, and its single audit event. */
export async function expectRefusal(gateway: TestGateway, reply: Reply, expected: Expected): Promise<void> {
  expectRefused(reply, expected);
  expect(reply.headers.get("ratelimit-policy")).toMatch(/^"requests";q=\d+;w=60$/);
  expect(reply.headers.get("ratelimit")).toMatch(/^"requests";r=\d+;t=\d+$/);
  const events = await eventsOf(gateway, reply);
  expect(events).toHaveLength(1);
  const recorded = (expected.issues ?? []).slice(0, 10);
  expect(events[0]).toMatchObject({
    kind: "prediction.refused",
    actor: { type: "credential" },
    code: expected.code,
    codes: recorded.map(([code]) => code),
  });
  // A recorded path ends before the first name that the caller chose.
  const paths: string[] = Object(events[0]).paths ?? [];
  expect(recorded.map(([, path], index) => path.slice(0, paths[index]?.length))).toEqual(paths);
}

/** Asserts status, headers and body of a refusal, but no audit event or rate limit headers. */
export function expectRefused({ status, headers, body }: Reply, { code, ...expected }: Expected): void {
  expect({ status, code: errorOf(body).code }).toEqual({ status: expected.status, code });
  expect(issuesOf(body)).toEqual(expected.issues ?? []);
  expect(refusalViolations(status, body)).toEqual([]);
  expectCauseAndRemedy(errorOf(body).message);
  expect(headers.get("content-type")).toBe("application/json");
  expect(headers.get("x-request-id")).toBe(body.request_id);
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
  expect(headers.get("server-timing")).toBeNull();
  expect(headers.get("www-authenticate")).toBe(status === 401 ? "Bearer" : null);
  const isOpen = Object(body.error).submission?.status === "submitted";
  if (status === 429 || status === 503 || isOpen) expect(headers.get("retry-after")).toMatch(/^[1-9]\d*$/);
  else expect(headers.get("retry-after")).toBeNull();
}

export async function eventsOf(gateway: TestGateway, { body }: Pick<Reply, "body">): Promise<Event[]> {
  const { events } = await readEvents(gateway.gateway.database, { requestId: String(body.request_id), limit: 10 });
  return events.map(({ event }) => event);
}

/** Returns the `error` member of a response body, or an empty object if there is none. */
export function errorOf(body: Reply["body"]): Record<string, unknown> {
  const { error } = body;
  return typeof error === "object" && error !== null ? Object.fromEntries(Object.entries(error)) : {};
}

export function issuesOf(body: Reply["body"]): ExpectedIssue[] {
  const { issues } = errorOf(body);
  return Array.isArray(issues) ? issues.map(({ code, path }): ExpectedIssue => [code, path]) : [];
}
