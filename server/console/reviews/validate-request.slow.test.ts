import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { REASONS } from "#lib/contract/reasons.ts";
import { mutatedBody, usableRequest, validRequest } from "#test/arbitrary.ts";
import { seed } from "#test/effort.ts";
import { errorOf, issuesOf } from "#test/expect-refusal.ts";
import { signInRoles } from "#test/sign-in-roles.ts";
import { approveAll, readExample } from "#test/start-gateway.ts";

const { gateway, researcher } = await signInRoles();

/** Returns 50 approved, 50 unreviewed and 100 corrupted requests. Skips corrupted bodies that are not JSON. */
async function generate(): Promise<unknown[]> {
  const approved = fc.sample(usableRequest(), 50);
  await approveAll(gateway.gateway, approved);
  const unreviewed = fc.sample(validRequest(), { numRuns: 50, seed: seed + 1 });
  const damaged = fc.sample(mutatedBody(), { numRuns: 200, seed: seed + 2 }).flatMap(parse);
  return [...approved, ...unreviewed, ...damaged.slice(0, 100)];
}

function parse(body: string): unknown[] {
  try {
    return [JSON.parse(JSON.stringify(JSON.parse(body)))];
  } catch {
    return [];
  }
}

describe("submissions.validate", () => {
  it("reports for 200 generated requests exactly what /v1/predict returns", async () => {
    const requests = await generate();
    expect(requests).toHaveLength(200);
    const codes = new Set<unknown>();
    for (const request of requests) {
      const { data } = await researcher.fetch("submissions.validate", request);
      const { status, body } = await gateway.post(JSON.stringify(request));
      const said = Object(Object(data).answer);
      const { code, message: whole } = errorOf(body);
      // Validation sends nothing for review.
      const message = errorOf(body).submission === undefined ? whole : REASONS.unreviewed;
      const found = {
        ok: Object(data).ok,
        code: errorOf(said).code,
        message: errorOf(said).message,
        issues: issuesOf(said),
      };
      expect(found).toEqual({ ok: status === 200, code, message, issues: issuesOf(body) });
      codes.add(code);
    }
    expect(codes.size).toBeGreaterThan(4);
  });

  it("creates no audit event and no submission", async () => {
    const { pool } = gateway.gateway.database;
    const count = async () =>
      (await pool.query("select (select count(*) from events), (select count(*) from submissions) as s")).rows;
    const before = await count();
    for (const request of [readExample("binary"), { ...readExample("binary"), model: "x" }, null]) {
      await researcher.fetch("submissions.validate", request);
    }
    expect(await count()).toEqual(before);
  });
});
