import { TEST_DATABASE_URL } from "#test/create-database.ts";
import { measureAppends } from "./measure-appends.ts";
import { type Chain, simulateChain } from "./simulate-chain.ts";

/**
 * `node bench/scale/run.ts`: simulates how many forecasts per second one audit log, or several audit logs side by side,
 * can record. The time that a batch of events takes is measured on the PostgreSQL in TEST_DATABASE_URL; without that
 * variable, the figures of docs/scaling.md are used.
 */

const ASSUMED = { batchMs: 1, eventMs: 0.03, bytes: 1_450 };
const { batchMs, eventMs, bytes } = TEST_DATABASE_URL === undefined ? ASSUMED : await measureAppends();
console.log(
  `A batch holds the lock for ${batchMs.toFixed(2)} ms plus ${(1_000 * eventMs).toFixed(0)} µs per event ` +
    `(${TEST_DATABASE_URL === undefined ? "assumed" : "measured"}); an event takes ${bytes} bytes.\n`,
);

/** Maximum forecasts per second of one gateway process; the limit is its CPU time. */
const PER_GATEWAY = 1_500;
const BODIES = { roundTripMs: 0.5, inferenceMs: 5 };

/** Simulated loads: forecasts per second, spread over `chains` independent audit logs. */
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
    "events per batch": eventsPerBatch.toFixed(1),
    "p50 ms": isOverloaded ? "–" : p50Ms.toFixed(1),
    "p99 ms": isOverloaded ? "overloaded" : p99Ms.toFixed(1),
    "GB per day": ((forecasts * 2 * bytes * 86_400) / 1e9).toFixed(0),
  };
});
console.table(rows);
