import { describe, expect, it } from "vitest";
import { signInRoles } from "#test/sign-in-roles.ts";
import { readExample } from "#test/start-gateway.ts";

const { admin, reviewer } = await signInRoles();

const ID = "01890a5d-ac96-774b-bcce-b302099a8057";
const DIGEST = `sha256:${"0".repeat(64)}`;
const NUL = "a\u0000b";
const LEAP = "2016-12-31T23:59:60Z";
const request = readExample("binary");
const jsonl = (line: object) => JSON.stringify(line);

describe("an input that could break the database, date handling or a parser", () => {
  it.each<[procedure: string, input: unknown]>([
    ["audit.list", { kind: NUL }],
    ["audit.list", { code: NUL }],
    ["audit.list", { kinds: [NUL] }],
    ["audit.list", { kinds: [] }],
    ["system.status", { hours: 1e9 }],
    ["audit.list", { after: Number.MAX_SAFE_INTEGER }],
    ["audit.list", { after: -1 }],
    ["audit.list", { requestId: NUL }],
    ["audit.list", { kind: "'; drop table events; --" }],
    ["submissions.list", { authorId: NUL }],
    ["submissions.list", { authorId: "\ud800" }],
    ["submissions.list", { taskId: NUL }],
    ["submissions.get", { submissionId: "x" }],
    ["submissions.get", { submissionId: ID }],
    ["submissions.withdraw", { submissionId: ID }],
    ["submissions.submit", { request, title: NUL }],
    ["submissions.submit", { request, note: "\ud800" }],
    ["submissions.submit", { request, supersedes: ID }],
    ["submissions.submit", { request: { ...request, model: NUL } }],
    ["submissions.submit", {}],
    ["submissions.import", { jsonl: NUL }],
    ["submissions.import", { jsonl: jsonl({ request, title: NUL }) }],
    ["submissions.import", { jsonl: jsonl({ request, note: "\ud800" }) }],
    ["submissions.import", { jsonl: jsonl({ request, title: "x".repeat(100_000) }) }],
    ["submissions.import", { jsonl: "[".repeat(100_000) }],
    ["forecasts.list", { release: NUL }],
    ["forecasts.list", { from: LEAP }],
    ["forecasts.list", { before: LEAP }],
    ["forecasts.list", { from: "0000-01-01T00:00:00Z", before: "9999-12-31T23:59:59.999999999-23:59" }],
    ["forecasts.get", { requestId: ID }],
    ["forecasts.run", null],
    ["forecasts.run", "[".repeat(1_000)],
    ["submissions.validate", null],
    ["reviews.queue", { limit: 1e9 }],
    ["reviews.queue", { taskId: NUL }],
    ["reviews.queue", { after: ID }],
    ["reviews.neighbours", { submissionId: ID, mine: true }],
    ["reviews.claim", { submissionId: ID }],
    ["reviews.release", { submissionId: ID }],
    ["reviews.decide", { submissionId: ID, note: NUL }],
    ["reviews.revoke", { kind: "approval", taskId: DIGEST, inputId: DIGEST, reason: NUL }],
    ["reviews.revoke", { kind: "approval", taskId: DIGEST, reason: "no input" }],
    ["reviews.revoke", { kind: "binding", taskId: DIGEST, reason: "not there" }],
    ["credentials.issue", { name: NUL }],
    ["credentials.issue", { name: "leap", expiresAt: LEAP }],
    ["credentials.issue", { name: "rate", ratePerMinute: 1e12 }],
    ["credentials.rotate", { credentialId: ID, overlapSeconds: 1e12 }],
    ["credentials.rotate", { credentialId: ID }],
    ["credentials.revoke", { credentialId: ID }],
    ["credentials.revoke", { credentialId: "environment" }],
  ])("causes no internal error in %s: %j", async (procedure, input) => {
    const { fetch } = procedure === "reviews.decide" ? reviewer : admin;
    const { status, error } = await fetch(procedure, input);
    expect({ status, error: status < 500 ? undefined : error?.message }).toEqual({ status, error: undefined });
    expect(JSON.stringify(error?.data ?? {})).not.toMatch(/stack|select |node_modules/i);
  });
});
