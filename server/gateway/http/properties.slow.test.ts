import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { type PredictionRequest, requestSchema } from "#lib/contract/request.ts";
import { readLinks } from "#server/audit/export/read-links.ts";
import { verifyChain } from "#server/audit/verification/verify-chain.ts";
import { mutatedBody, usableRequest } from "#test/arbitrary.ts";
import { effort, seed } from "#test/effort.ts";
import { errorOf } from "#test/expect-refusal.ts";
import { refusalViolations, successViolations } from "#test/independent-checker.ts";
import { sendMany } from "#test/send-many.ts";
import { approveAll, startGateway } from "#test/start-gateway.ts";

const VALID = effort({ sample: 200, full: 10_000 });
const DAMAGED = effort({ sample: 400, full: 20_000 });
/** Number of damaged requests per batch that are sent twice and must get the same code both times. */
const TWICE = 50;
const BATCH = 200;

const gateway = await startGateway();

describe("generated requests", () => {
  it(`get a response that obeys the contract if valid and approved (${VALID} requests)`, async () => {
    const violations: unknown[] = [];
    let answered = 0;
    for (let batch = 0; batch < VALID / BATCH; batch++) {
      const requests = fc.sample(usableRequest(), { numRuns: BATCH, seed: seed + batch });
      await approveAll(gateway.gateway, requests);
      const bodies = requests.map((request) => JSON.stringify(request));
      await sendMany(gateway.url, gateway.key, bodies, ({ status, body }, index) => {
        const request = requests[index];
        if (request === undefined) return;
        answered++;
        const found = status === 200 ? successViolations(request, body) : [body];
        if (found.length > 0) violations.push({ status, found, request: shorten(bodies[index]) });
      });
      expect(violations.slice(0, 3)).toEqual([]);
    }
    expect(answered).toBe(VALID);
  });

  it(`never cause a 5xx, and get 200 only if the schema accepts them (${DAMAGED} damaged requests)`, async () => {
    const violations: unknown[] = [];
    const statuses = new Map<number, number>();
    for (let batch = 0; batch < DAMAGED / BATCH; batch++) {
      const bodies = fc.sample(mutatedBody(), { numRuns: BATCH, seed: seed + batch });
      // All content with an identity is approved, so only the contract's checks can prevent a 200.
      await approveAll(gateway.gateway, bodies.flatMap(approvable));
      const codes = new Map<number, unknown>();
      await sendMany(gateway.url, gateway.key, bodies, ({ status, body }, index) => {
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        codes.set(index, errorOf(body).code);
        const found = status === 200 ? answerViolations(bodies[index] ?? "", body) : refusalViolations(status, body);
        if (status >= 500 || found.length > 0) violations.push({ status, found, body, sent: shorten(bodies[index]) });
      });
      const again = bodies.slice(0, TWICE);
      await sendMany(gateway.url, gateway.key, again, ({ body }, index) => {
        const { code } = errorOf(body);
        if (code !== codes.get(index))
          violations.push({ first: codes.get(index), second: code, sent: shorten(bodies[index]) });
      });
      expect(violations.slice(0, 3)).toEqual([]);
    }
    // Some damage is harmless, so 200 occurs too. 413 is ignored, because it occurs too rarely to be required.
    expect([...statuses.keys()].filter((status) => status !== 413).sort()).toEqual([200, 400, 422]);
  });

  it("leave an intact hash chain", async () => {
    const { database, checkpoints } = gateway.gateway;
    expect(await verifyChain(readLinks(database), checkpoints)).toMatchObject({ ok: true, errors: [] });
  });
});

/** Returns the beginning of a body for an error message. The test seed reproduces the whole body. */
function shorten(body = ""): string {
  return body.slice(0, 2_000);
}

function answerViolations(sent: string, body: unknown): string[] {
  const request: PredictionRequest = JSON.parse(sent);
  const { success } = requestSchema.safeParse(request);
  return success ? successViolations(request, body) : ["a 200 to what the schema refuses"];
}

/** Returns the request, valid or not, if its task and input can be hashed. */
function approvable(body: string): PredictionRequest[] {
  try {
    const request = JSON.parse(body);
    canonicalJson(request.task);
    canonicalJson(request.input);
    return [request];
  } catch {
    return [];
  }
}
