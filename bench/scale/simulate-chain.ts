import { seededRandom } from "#lib/stats/seeded-random.ts";
import { createQueue } from "./queue.ts";

/** Parameters of one audit log. As in server/audit/log/audit-log.ts, a lock admits one batch of events at a time. */
export interface Chain {
  readonly forecastsPerSecond: number;
  readonly gateways: number;
  /** A batch of n events holds the audit log's lock for `batchMs + n × eventMs`. */
  readonly batchMs: number;
  readonly eventMs: number;
  /** Round trip from a gateway to the database. */
  readonly roundTripMs: number;
  /** Time between a forecast's two events. */
  readonly inferenceMs: number;
}

export interface Outcome {
  /** Share of time during which the lock is held. */
  readonly busy: number;
  readonly eventsPerBatch: number;
  /** Percentiles of the time from an event's creation until it is durable. */
  readonly p50Ms: number;
  readonly p99Ms: number;
  /** Whether the backlog of unwritten events keeps growing. */
  readonly isOverloaded: boolean;
}

const MAX_BATCH = 64;
const AT_ONCE = 2;
const FORECASTS = 40_000;
/** Not overloaded: the last event is durable within SETTLES_MS, or SETTLES × total time, after the last arrival. */
const SETTLES_MS = 100;
const SETTLES = 0.05;

interface Pending {
  readonly at: number;
  readonly isOpening: boolean;
}

/** Simulates 40,000 forecasts that arrive as a Poisson process and write two events each to one audit log. */
export function simulateChain(chain: Chain, seed = 1): Outcome {
  const { gateways, batchMs, eventMs, roundTripMs, inferenceMs } = chain;
  const random = seededRandom(seed);
  const due = createQueue();
  const waiting: Pending[][] = Array.from({ length: gateways }, () => []);
  const running = waiting.map(() => 0);
  const waits: number[] = [];
  let [lockFreeAt, heldMs, batches, last] = [0, 0, 0, 0];

  function send(gateway: number, now: number): void {
    const queue = waiting[gateway] ?? [];
    while ((running[gateway] ?? 0) < AT_ONCE && queue.length > 0) {
      const group = queue.splice(0, MAX_BATCH);
      running[gateway] = (running[gateway] ?? 0) + 1;
      const hold = batchMs + eventMs * group.length;
      lockFreeAt = Math.max(lockFreeAt, now + roundTripMs / 2) + hold;
      heldMs += hold;
      batches++;
      due.add(lockFreeAt + roundTripMs / 2, (end) => {
        running[gateway] = (running[gateway] ?? 0) - 1;
        for (const { at, isOpening } of group) {
          waits.push(end - at);
          if (isOpening) due.add(end + inferenceMs, (later) => record(gateway, later, false));
        }
        last = end;
        send(gateway, end);
      });
    }
  }

  function record(gateway: number, now: number, isOpening: boolean): void {
    waiting[gateway]?.push({ at: now, isOpening });
    // Events that arrive in the same turn of the event loop join the batch.
    due.add(now, (at) => send(gateway, at));
  }

  let arrival = 0;
  for (let count = 0; count < FORECASTS; count++) {
    arrival += (-Math.log(1 - random()) * 1_000) / chain.forecastsPerSecond;
    const gateway = Math.floor(random() * gateways);
    due.add(arrival, (now) => record(gateway, now, true));
  }
  due.run();

  waits.sort((a, b) => a - b);
  const at = (share: number) => waits[Math.floor(share * (waits.length - 1))] ?? 0;
  return {
    busy: heldMs / last,
    eventsPerBatch: waits.length / batches,
    p50Ms: at(0.5),
    p99Ms: at(0.99),
    isOverloaded: last > arrival + inferenceMs + Math.max(SETTLES_MS, SETTLES * arrival),
  };
}
