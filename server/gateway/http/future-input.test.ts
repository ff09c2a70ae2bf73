import { describe, expect, it } from "vitest";
import { change, type Wrong } from "#test/change.ts";
import { expectRefusal } from "#test/expect-refusal.ts";
import { expectWrong } from "#test/refusal-table.ts";
import { sharedGateway } from "#test/shared-gateway.ts";
import { approveAll, type readExample } from "#test/start-gateway.ts";

const CODE = "FUTURE_INPUT";
const TEXT = "/input/context/0/observed_at";
const STRUCTURED = "/input/context/1/observed_at";

const gateway = await sharedGateway();

/** All times relate to the information cutoff of the example, 2026-06-15T09:00:00Z. */
describe("an observation later than the cutoff", () => {
  it.each<Wrong>([
    ["by one nanosecond", TEXT, "2026-06-15T09:00:00.000000001Z"],
    ["by one part in 10^40 of a second", TEXT, `2026-06-15T09:00:00.${"0".repeat(39)}1Z`],
    ["by one second", STRUCTURED, "2026-06-15T09:00:01Z"],
    ["by its offset", STRUCTURED, "2026-06-15T09:00:00-00:01"],
    ["though its local day is earlier", TEXT, "2026-06-14T23:30:00-10:00"],
    ["by millennia", TEXT, "9999-12-31T23:59:59Z"],
  ])("is refused: %s", async (...invalid) => {
    await expectWrong(gateway, CODE, invalid);
  });

  it("is refused after a leap second that precedes it", async () => {
    const cutoff = change("/input/as_of", "2016-12-31T23:59:60.5Z", withDates("2016-12-31T23:59:60.5Z"));
    expect(await statusOf(cutoff)).toBe(200);
    const later = change(TEXT, "2017-01-01T00:00:00Z", cutoff);
    const reply = await gateway.post(JSON.stringify(later));
    await expectRefusal(gateway, reply, { status: 422, code: CODE, issues: [[CODE, TEXT]] });
  });

  it("is refused at each path", async () => {
    const late = "2026-06-15T09:00:00.5Z";
    const reply = await gateway.post(JSON.stringify(change(STRUCTURED, late, change(TEXT, late))));
    const issues = [
      [CODE, TEXT],
      [CODE, STRUCTURED],
    ] as const;
    await expectRefusal(gateway, reply, { status: 422, code: CODE, issues });
  });
});

describe("an observation at the cutoff itself", () => {
  it.each([
    "2026-06-15T09:00:00Z",
    "2026-06-15T09:00:00.000000000Z",
    "2026-06-15T19:30:00+10:30",
    "2026-06-14T21:00:00-12:00",
  ])("is accepted: %s", async (observedAt) => {
    expect(await statusOf(change(TEXT, observedAt))).toBe(200);
  });
});

async function statusOf(request: object): Promise<number> {
  await approveAll(gateway.gateway, [request as ReturnType<typeof readExample>]);
  return (await gateway.post(JSON.stringify(request))).status;
}

function withDates(observedAt: string): object {
  return [0, 1, 2, 3, 4, 5, 6].reduce(
    (request, index) => change(`/input/context/${index}/observed_at`, observedAt, request),
    change("/input/as_of", observedAt),
  );
}
