import fc from "fast-check";
import { v4 } from "uuid";
import { afterAll, beforeAll, expect, it } from "vitest";
import { OUTCOMES } from "#lib/domain/audit-events.ts";
import { countRead } from "#test/count-read.ts";
import { effort, seed } from "#test/effort.ts";
import { linesOf } from "#test/event-lines.ts";
import { addRefusals, repeatForecast } from "#test/long-log.ts";
import { readExample, startGateway, type TestGateway } from "#test/start-gateway.ts";
import type { Event } from "./event.ts";
import { type EventFilter, readEvents } from "./read-events.ts";

/** Events of each kind in the long log. */
const MANY = 2_000;
/** Rows that a page may read: a page of each kind, and the rows themselves. */
const FEW = 1_000;

let gateway: TestGateway;
let requestId: string;
let taskId: string;

beforeAll(async () => {
  gateway = await startGateway({}, undefined, { repeat: () => () => {} });
  const { database } = gateway.gateway;
  const { body } = await gateway.post(JSON.stringify(readExample("binary")));
  requestId = String(body.request_id);
  const { events } = await readEvents(database, { requestId, limit: 1 });
  taskId = String(Object(events[0]?.event).task_id);
  await repeatForecast(database, requestId, MANY);
  await database.pool.query(
    `insert into events
     select last + n, at, 'candidate.answered', gen_random_uuid(), actor_id, release, task_id, input_id, code, count, choice, body, hash
     from (select max(seq) as last from events) as log, generate_series(1, $2::int) as n, events
     where request_id = $1 and kind = 'prediction.answered'`,
    [requestId, MANY],
  );
  await addRefusals(database, MANY);
});
afterAll(() => gateway.stop());

it("a search by request id finds both events and reads few others", async () => {
  const { page, read } = await list({ requestId, limit: 10 });
  expect(page.events.map(({ event }) => event.kind)).toEqual(["prediction.answered", "prediction.opened"]);
  expect(page.next).toBeNull();
  expect(read).toBeLessThan(FEW);
});

it("a search by request id and kind finds only the opening or only the outcome", async () => {
  for (const kind of ["prediction.opened", "prediction.answered"] as const) {
    const { page } = await list({ requestId, kind, limit: 10 });
    expect(page.events.map(({ event }) => event.kind)).toEqual([kind]);
  }
});

it.each<[string, Partial<EventFilter>, number]>([
  ["all events", {}, 10],
  ["forecasts and refusals", { kinds: OUTCOMES }, 10],
  ["forecasts, before many refusals", { kind: "prediction.answered" }, 10],
  ["a kind that is requested twice", { kinds: ["prediction.answered", "prediction.answered"] }, 10],
  ["events of a rare kind", { kinds: ["credential.issued"] }, 1],
  ["events of a kind that does not occur", { kind: "prediction.failed" }, 0],
  ["an API key's events", { actorIds: ["c"] }, 10],
  ["events of an unknown API key", { actorIds: ["nobody"] }, 0],
  ["an API key's events of a kind that it never causes", { actorIds: ["c"], kinds: ["review.decided"] }, 0],
  ["refusals with a code", { code: "INVALID_JSON" }, 10],
  ["refusals with a code that does not occur", { code: "MODEL_TIMEOUT" }, 0],
  ["an API key's refusals with a code", { code: "INVALID_JSON", actorIds: ["c"] }, 10],
  ["events of an unknown question", { taskId: "sha256:0" }, 0],
  ["refusals of a question", { kinds: OUTCOMES, code: "INVALID_JSON", taskId: "sha256:0" }, 0],
  ["events of a past year", { from: "2020-01-01T00:00:00Z", before: "2021-01-01T00:00:00Z" }, 0],
  ["an unknown request", { requestId: v4() }, 0],
])("a page of a long log lists %s, and reads few others", async (_, filter, count) => {
  const { page, read } = await list({ limit: 10, ...filter });
  expect(page.events).toHaveLength(count);
  expect(page.next === null).toBe(count < 10);
  expect(read).toBeLessThan(FEW);
});

it("a page of a question's events reads few others, even far from the newest event", async () => {
  const { page, read } = await list({ taskId, limit: 10 });
  expect(page.events).toHaveLength(10);
  expect(read).toBeLessThan(FEW);
  const { page: rest, read: later } = await list({ taskId, limit: 10, after: page.next ?? 0 });
  expect(rest.events).toHaveLength(10);
  expect(later).toBeLessThan(FEW);
});

it("a page lists the candidate's answers to some questions, and reads few others", async () => {
  for (const [candidateTaskIds, count] of [
    [[], 0],
    [["sha256:0"], 0],
    [[taskId], 10],
  ] as const) {
    for (const columns of [{}, { taskId }]) {
      const { page, read } = await list({ kind: "candidate.answered", candidateTaskIds, ...columns, limit: 10 });
      expect(page.events).toHaveLength(count);
      expect(read).toBeLessThan(FEW);
    }
  }
});

const START = Date.parse("2030-01-01T00:00:00Z");
const HOUR = 3_600_000;
const atHour = (hour: number) => new Date(START + hour * HOUR).toISOString();
const names = ["a", "b", "c"] as const;
const codes = ["INVALID_JSON", "RATE_LIMITED"] as const;

/** An event with the time, actor, question and code of these indexes. */
const event = fc.record({
  hour: fc.nat(9),
  actor: fc.constantFrom(...names),
  task: fc.constantFrom(...names),
  code: fc.constantFrom(...codes),
  isRefused: fc.boolean(),
});

it("pages contain exactly the matching events, latest first, even if the clock was set back", async () => {
  const { database } = gateway.gateway;
  const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 2 });
  const filters = fc.record({
    from: optional(fc.nat(10)),
    before: optional(fc.nat(10)),
    actor: optional(fc.subarray([...names])),
    task: optional(fc.constantFrom(...names)),
    code: optional(fc.constantFrom(...codes)),
    kind: optional(fc.constantFrom("prediction.refused" as const, "prediction.failed" as const)),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(event, { minLength: 1, maxLength: 12 }),
      filters,
      fc.integer({ min: 1, max: 4 }),
      async (log, filter, limit) => {
        const run = v4();
        const recorded = log.map(({ hour, actor, task, code, isRefused }): Event => {
          const common = {
            at: atHour(hour),
            actor: { type: "system", id: `${run} ${actor}` },
            code,
          } as const;
          const subject = { request_id: v4(), release: "r", task_id: `${run} ${task}`, input_id: "i" };
          return isRefused
            ? { ...common, ...subject, kind: "prediction.refused", codes: [], total_ms: 1 }
            : {
                ...{ ...common, ...subject, kind: "prediction.failed", asked: false, cancelled: false },
                ...{ message: "", issues: [], retry_after: null, total_ms: 1 },
              };
        });
        const { rows } = await database.pool.query("select max(seq)::int as last from events");
        await database.pool.query("select append_events($1)", [linesOf(recorded)]);
        const expected = log
          .map((one, index) => ({ ...one, seq: rows[0].last + index + 1 }))
          .filter(({ hour, actor, task, code, isRefused }) => {
            const isInPeriod = hour >= (filter.from ?? 0) && hour < (filter.before ?? 10);
            const isNamed = (filter.actor ?? names).includes(actor) && task === (filter.task ?? task);
            const kind = isRefused ? "prediction.refused" : "prediction.failed";
            return isInPeriod && isNamed && code === (filter.code ?? code) && kind === (filter.kind ?? kind);
          })
          .sort((one, other) => other.hour - one.hour || other.seq - one.seq)
          .map(({ seq }) => seq);
        const actorIds = (filter.actor ?? names).map((name) => `${run} ${name}`);
        const found: number[] = [];
        for (let after: number | undefined; ; ) {
          const { events, next } = await readEvents(database, {
            kind: filter.kind,
            from: filter.from === undefined ? undefined : atHour(filter.from),
            before: filter.before === undefined ? undefined : atHour(filter.before),
            // Without a question or this filter, the list would contain the events of other runs.
            actorIds: filter.actor === undefined && filter.task !== undefined ? undefined : actorIds,
            taskId: filter.task && `${run} ${filter.task}`,
            code: filter.code,
            limit,
            after,
          });
          found.push(...events.map(({ seq }) => seq));
          if (next === null) break;
          expect(events).toHaveLength(limit);
          after = next;
        }
        expect(found).toEqual(expected);
      },
    ),
    { numRuns: effort({ sample: 60, full: 2_000 }), seed },
  );
});

async function list(filter: EventFilter) {
  const before = await countRead(gateway.gateway.database);
  const page = await readEvents(gateway.gateway.database, filter);
  return { page, read: (await countRead(gateway.gateway.database)) - before };
}
