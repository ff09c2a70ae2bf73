import { TEST_DATABASE_URL } from "#test/create-database.ts";
import { measureAppends } from "./measure-appends.ts";
import { type Chain, simulateChain } from "./simulate-chain.ts";

/**
 * `node bench/scale/run.ts`: simulates rates of forecasts through one audit log and through several, from the cost of a
 * batch of events. The costs are those of docs/scaling.md, or measured on the PostgreSQL of TEST_DATABASE_URL.
 */

const ASSUMED = { batchMs: 1, eventMs: 0.03, bytes: 1_450 };
const { batchMs, eventMs, bytes } = TEST_DATABASE_URL === undefined ? ASSUMED : await measureAppends();
console.log(
  `A batch holds the lock for ${batchMs.toFixed(2)} ms and ${(1_000 * eventMs).toFixed(0)} µs an event ` +
    `(${TEST_DATABASE_URL === undefined ? "assumed" : "measured"}); an event takes ${bytes} bytes.\n`,
);

/** Forecasts per second of one gateway, limited only by the process's CPU time. */
const PER_GATEWAY = 1_500;
const BODIES = { roundTripMs: 0.5, inferenceMs: 5 };

/** Pairs of forecasts per second and number of chains. */
const CASES = [
  ...[10, 100, 1_000, 4_000, 8_000, 12_000, 16_000].map((forecasts) => ({ forecasts, chains: 1 })),
  ...[8, 16, 32].map((chains) => ({ forecasts: 100_000, chains })),
];

const rows = CASES.map(({ forecasts, chains }) => {
  const share = forecasts / chains;
  const gateways = Math.max(2, Math.ceil((2 * share) / PER_GATEWAY));
  const chain: Chain = { ...BODIES, batchMs, eventMs, gateways, forecastsPerSecond: share };
  const { busy, eventsPerBatch, p50Ms, p99Ms, isOverloaded } = simulateChain(chain);
  return {
    "forecasts/s": forecasts,
    chains,
    gateways: gateways * chains,
    "lock held": `${(100 * busy).toFixed(0)} %`,
    "events a batch": eventsPerBatch.toFixed(1),
    "p50 ms": isOverloaded ? "–" : p50Ms.toFixed(1),
    "p99 ms": isOverloaded ? "cannot keep up" : p99Ms.toFixed(1),
    "GB a day": ((forecasts * 2 * bytes * 86_400) / 1e9).toFixed(0),
  };
});
console.table(rows);
