import fc from "fast-check";
import { expect, it } from "vitest";
import { canonicalJson } from "#lib/contract/canonical.ts";
import { effort } from "#test/effort.ts";
import { encodeLine } from "./audit-log.ts";
import { openEvent } from "./contents.ts";
import type { Actor, EventContent } from "./event.ts";

const text = fc.string({ unit: "grapheme" });
const digest = fc.stringMatching(/^sha256:[a-f0-9]{64}$/);
const at = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })
  .map((date) => date.toISOString());
const actor: fc.Arbitrary<Actor> = fc.record(
  { type: fc.constantFrom("credential", "member", "system"), id: fc.uuid(), session_id: fc.uuid() },
  { requiredKeys: ["type", "id"] },
);
const subject = {
  request_id: fc.uuid({ version: 7 }),
  release: fc.constant("service-r13-c"),
  task_id: digest,
  input_id: digest,
};

const opened: fc.Arbitrary<EventContent> = fc.record({ kind: fc.constant("prediction.opened" as const), ...subject });

const answered: fc.Arbitrary<EventContent> = fc.record({
  kind: fc.constant("candidate.answered" as const),
  ...subject,
  prediction_id: fc.uuid({ version: 7 }),
  model_version: fc.stringMatching(/^r13-c@[a-f0-9]{40}$/),
  choice: fc.nat(31),
  probabilities: fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
  timing: fc.constant({ model_queue_ms: 0, inference_ms: 0.5, load_ms: 0, cold_start: false }),
  generated_at: at,
});

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
});

const noted: fc.Arbitrary<EventContent> = fc.record({
  kind: fc.constant("question.noted" as const),
  note_id: fc.uuid(),
  task_id: digest,
  text,
});

it("has the columns in the order that append_events() expects, then the canonical JSON of the event and its contents", () => {
  fc.assert(
    fc.property(at, actor, fc.oneof(opened, answered, evaluated, refused, noted), (when, who, content) => {
      const parts = encodeLine(when, who, content).split("\t");
      const [body = "", contents = ""] = parts.slice(-2);
      expect(openEvent(Buffer.from(body), JSON.parse(contents || "{}"))).toEqual({ at: when, actor: who, ...content });
      const event = JSON.parse(body);
      expect(body).toBe(canonicalJson(event));
      const { kind, request_id, release, task_id, input_id, code, count, evaluation_id, case_index } = event;
      const ids = [request_id, event.actor.id, release, task_id, input_id];
      const columns = [event.at, kind, ...ids, code, count, event.choice, evaluation_id, case_index];
      expect(parts.slice(0, -2)).toEqual(columns.map((value) => String(value ?? "")));
    }),
    { numRuns: effort({ sample: 500, full: 20_000 }) },
  );
});
