import { expect, it } from "vitest";
import { timingParts } from "./timing-parts.ts";

it("splits the total time into parts that add up to the total", () => {
  const parts = timingParts({
    gateway_queue_ms: 2,
    model_queue_ms: 3,
    load_ms: 100,
    inference_ms: 20,
    gateway_total_ms: 130,
    cold_start: true,
    cache_hit: false,
    client_end_to_end_ms: null,
  });
  expect(parts.map(({ ms }) => ms)).toEqual([2, 3, 100, 20, 5]);
});
