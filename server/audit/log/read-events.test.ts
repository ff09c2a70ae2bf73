import { v4, v7 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OUTCOMES } from "#lib/domain/audit-events.ts";
import { countRead } from "#test/count-read.ts";
import { addRefusals } from "#test/long-log.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import { type EventFilter, readEvents } from "./read-events.ts";
import { SCAN_WINDOW } from "./scan-window.ts";

/** Number of events, larger than the scan window of one page. */
const LATER = SCAN_WINDOW + 10_000;

let gateway: TestGateway;
let requestId: string;

beforeAll(async () => {
  gateway = await startGateway();
  const { body } = await gateway.post(JSON.stringify(readExample("binary")));
  requestId = String(body.request_id);
  await addRefusals(gateway.gateway.database, LATER);
});
afterAll(() => gateway.stop());

it("a search by request id finds both events and reads few others", async () => {
  const { page, read } = await list({ requestId, limit: 10 });
  expect(page.events.map(({ event }) => event.kind)).toEqual(["prediction.answered", "prediction.opened"]);
  expect(page.next).toBeNull();
  expect(read).toBeLessThan(1_000);
});

it("a search by request id and kind finds only the opening or only the outcome", async () => {
  for (const kind of ["prediction.opened", "prediction.answered"] as const) {
    const { page, read } = await list({ requestId, kind, limit: 10 });
    expect(page.events.map(({ event }) => event.kind)).toEqual([kind]);
    expect(read).toBeLessThan(1_000);
  }
});

it("a search for the outcome of an unfinished request does not read the log", async () => {
  const { page, read } = await list({ requestId: v4(), kinds: [...OUTCOMES], limit: 10 });
  expect(page).toEqual({ events: [], next: null });
  expect(read).toBeLessThan(1_000);
});

it.each([
  ["UUIDv4", v4()],
  ["UUIDv7", v7()],
  ["UUIDv7 with the time 1970", v7({ msecs: 0 })],
  ["UUIDv7 with a time beyond PostgreSQL's range", "ffffffff-ffff-7fff-bfff-ffffffffffff"],
  ["UUID without a version", "ffffffff-ffff-ffff-ffff-ffffffffffff"],
])("for an unknown request id (%s), a page searches a limited part of the log", async (_, unknown) => {
  const { page, read } = await list({ requestId: unknown, limit: 10 });
  expect(page.events).toEqual([]);
  expect(read).toBeLessThan(SCAN_WINDOW + 1_000);
});

it("a page searches a limited number of refusals with a code, and the next page continues from its end", async () => {
  const filter = { code: "INVALID_JSON", actorIds: ["nobody"], limit: 10 } as const;
  const { page } = await list(filter);
  expect(page.events).toEqual([]);
  expect(page.next).toBeGreaterThan(LATER - SCAN_WINDOW);
  expect((await list({ ...filter, after: page.next ?? 0 })).page).toEqual({ events: [], next: null });
});

async function list(filter: EventFilter) {
  const before = await countRead(gateway.gateway.database);
  const page = await readEvents(gateway.gateway.database, filter);
  return { page, read: (await countRead(gateway.gateway.database)) - before };
}
