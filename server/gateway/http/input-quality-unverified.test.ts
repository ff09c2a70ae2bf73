import { describe, expect, it } from "vitest";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { change } from "#test/change.ts";
import { expectRefusal } from "#test/expect-refusal.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { approveAll, readExample } from "#test/start-gateway.ts";

const CODE = "INPUT_QUALITY_UNVERIFIED";
const EXPECTED = { status: 422, code: CODE, issues: [[CODE, "/input"]] } as const;
const example = readExample("binary");

const gateway = await sharedGateway();

describe("an input that has not passed review for an accepted task", () => {
  it.each([
    ["other words", "/input/context/0/text", "It opens on time."],
    ["another number", "/input/context/1/data/probabilities", { yes: 0.72, no: 0.28 }],
    ["another cutoff", "/input/as_of", "2026-06-15T09:00:01Z"],
    ["the same instant spelt otherwise", "/input/as_of", "2026-06-15T09:00:00+00:00"],
    ["the same observations without the first", "/input/context", example.input.context.slice(1)],
    ["the same observations in another order", "/input/context", example.input.context.toReversed()],
  ])("is refused: %s", async (_, at, value) => {
    await expectRefusal(gateway, await gateway.post(JSON.stringify(change(at, value))), EXPECTED);
  });

  it("is refused even if it is approved for another task", async () => {
    const other = { ...example, task: { ...example.task, instructions: "Another question?" } };
    const input = { ...example.input, as_of: "2026-06-16T00:00:00Z" };
    await approveAll(gateway.gateway, [{ ...other, input }]);
    const reply = await gateway.post(JSON.stringify({ ...example, input } satisfies PredictionRequest));
    await expectRefusal(gateway, reply, EXPECTED);
  });
});

describe("an approved input", () => {
  it("is recognised if the same JSON is written differently", async () => {
    const turned = turn(example);
    expect(JSON.stringify(turned)).not.toBe(JSON.stringify(example));
    const spelt = JSON.stringify(turned, null, "\t").replace("0.71", "71e-2").replace("Larkfield", "\\u004carkfield");
    expect((await gateway.post(spelt)).status).toBe(200);
  });
});

/** Returns the JSON with its members reversed. */
function turn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(turn);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, turn(member)]),
  );
}
