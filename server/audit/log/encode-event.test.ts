import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson } from "#lib/contract/canonical.ts";
import type { Json } from "#lib/contract/json.ts";
import { effort } from "#test/effort.ts";
import { encodeEvent, encodeLine } from "./encode-event.ts";
import type { Actor, EventContent } from "./event.ts";

const text = fc.string({ unit: "grapheme" });
const digest = fc.stringMatching(/^sha256:[a-f0-9]{64}$/);
const option = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9._:-]{0,63}$/);
const at = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })
  .map((date) => date.toISOString());
const duration = fc.double({ min: 0, max: 1e9, noNaN: true });
const actor: fc.Arbitrary<Actor> = fc.record(
  { type: fc.constantFrom("credential", "member", "system"), id: text, name: text, session_id: fc.uuid() },
  { requiredKeys: ["type", "id", "name"] },
);
const subject = { request_id: fc.uuid({ version: 7 }), release: text, task_id: digest, input_id: digest };

const opened: fc.Arbitrary<EventContent> = fc.record({ kind: fc.constant("prediction.opened" as const), ...subject });

const answer = {
  kind: fc.constant("prediction.answered" as const),
  ...subject,
  model_version: fc.stringMatching(/^r13-c@[a-f0-9]{40}$/),
  options: fc.array(option),
  result: fc.record({
    type: fc.constant("choice" as const),
    choice: option,
    probabilities: fc.dictionary(option, fc.double({ min: 0, max: 1, noNaN: true })),
    confidence: fc.constant(null),
    calibration_status: fc.constant("not_independently_verified" as const),
  }),
  timing: fc.record({
    gateway_queue_ms: duration,
    model_queue_ms: duration,
    inference_ms: duration,
    load_ms: duration,
    cold_start: fc.boolean(),
    gateway_total_ms: duration,
    cache_hit: fc.constant(false as const),
    client_end_to_end_ms: fc.constant(null),
  }),
  generated_at: at,
  trace: fc.json().map((json): Json => JSON.parse(json)),
  training_cutoff: fc.constantFrom("2026-03", "2026-03-31"),
  usage: fc.record(
    {
      ...{ input_tokens: fc.nat(), cached_input_tokens: fc.nat(), output_tokens: fc.nat() },
      cost: fc.record({ amount: duration, currency: fc.constant("USD") }),
    },
    { requiredKeys: ["input_tokens", "cached_input_tokens", "output_tokens"] },
  ),
  // encodeEvent() drops fields that it does not know, so this property must generate all of them.
} satisfies Record<keyof Extract<EventContent, { kind: "prediction.answered" }>, unknown>;

const { training_cutoff: _, usage: __, ...required } = answer;
const requiredKeys = Object.keys(required) as (keyof typeof required)[];
const answered: fc.Arbitrary<EventContent> = fc.record(answer, { requiredKeys });

describe("an encoded event", () => {
  it("equals the canonical JSON of a prediction event", () => {
    fc.assert(
      fc.property(at, actor, fc.oneof(opened, answered), (when, who, content) => {
        expect(encodeEvent(when, who, content)).toBe(canonicalJson({ at: when, actor: who, ...content }));
      }),
      { numRuns: effort({ sample: 500, full: 20_000 }) },
    );
  });

  it("equals the canonical JSON of an event that is not about a prediction", () => {
    const who = { type: "system", id: "test", name: "test" } as const;
    const content: EventContent = { kind: "member.disabled", member_id: "test" };
    expect(encodeEvent("2026-01-01T00:00:00.000Z", who, content)).toBe(
      '{"actor":{"id":"test","name":"test","type":"system"},"at":"2026-01-01T00:00:00.000Z","kind":"member.disabled","member_id":"test"}',
    );
  });
});

describe("a line for append_events()", () => {
  const evaluated: fc.Arbitrary<EventContent> = fc.record({
    kind: fc.constant("evaluation.opened" as const),
    ...subject,
    evaluation_id: fc.uuid(),
    case_index: fc.nat(),
  });
  const refused: fc.Arbitrary<EventContent> = fc.record({
    kind: fc.constant("prediction.refused" as const),
    code: fc.constant("RATE_LIMITED" as const),
    count: fc.nat(),
    since: at,
    issues: fc.constant([] as const),
  });

  it("has the columns in the order that the function expects, matching the body", () => {
    fc.assert(
      fc.property(at, actor, fc.oneof(opened, answered, evaluated, refused), (when, who, content) => {
        const parts = encodeLine(when, who, content).split("\t");
        const { actor: by, result, ...body } = JSON.parse(parts.at(-1) ?? "");
        const { at: time, kind, request_id, release, task_id, input_id, code, count, evaluation_id, case_index } = body;
        const ids = [request_id, by.id, release, task_id, input_id];
        const columns = [time, kind, ...ids, code, count, result?.choice, evaluation_id, case_index];
        expect(parts.slice(0, -1)).toEqual(columns.map((value) => String(value ?? "")));
      }),
      { numRuns: effort({ sample: 500, full: 20_000 }) },
    );
  });
});
