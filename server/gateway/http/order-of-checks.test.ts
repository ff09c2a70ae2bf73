import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { effort } from "#test/effort.ts";
import { errorOf, issuesOf } from "#test/expect-refusal.ts";
import { approveAll, readExample, startGateway } from "#test/start-gateway.ts";
import { sendWith, VIOLATIONS } from "#test/violations.ts";

const gateway = await startGateway();
await approveAll(gateway.gateway, [
  { ...readExample("binary"), input: { as_of: "2026-06-15T09:00:00Z", context: [] } },
]);

describe("a request with violations of several checks", () => {
  it.each(VIOLATIONS)("gets the matching code if it has only one violation: $code", async (violation) => {
    const { body } = await sendWith(gateway, [violation]);
    expect(errorOf(body).code).toBe(violation.code);
  });

  it("gets the code of the first failed check, whatever the order of its members", async () => {
    const some = fc.subarray([...VIOLATIONS.keys()], { minLength: 2, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(some, fc.array(fc.nat(), { minLength: 3, maxLength: 7 }), async (chosen, order) => {
        const violations = chosen.flatMap((index) => VIOLATIONS[index] ?? []);
        const [first] = violations;
        const replies = [
          await sendWith(gateway, violations, order),
          await sendWith(gateway, violations, order),
          await sendWith(gateway, violations),
        ];
        for (const { body } of replies) expect(errorOf(body).code).toBe(first?.code);
        const [issues] = replies.map(({ body }) => issuesOf(body));
        // The shape is one check: all of its violations are listed, in order.
        const shape = violations.map(({ code }) => code).filter((code) => SHAPE.includes(code));
        if (SHAPE.includes(first?.code ?? "")) expect(issues?.map(([code]) => code)).toEqual(shape);
      }),
      { numRuns: effort({ sample: 80, full: 1_000 }) },
    );
  });
});

const SHAPE = VIOLATIONS.slice(3, 10).map(({ code }) => code);
