import { readFileSync } from "node:fs";
import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";

const VARIANTS = 1_000;
const TASKS = 40;

const example: PredictionRequest = JSON.parse(readFileSync("examples/binary.json", "utf8"));

export const TYPICAL = JSON.stringify(example);

/** 1,000 request bodies, each with different text, so that no cache entry fits two of them. */
export const DIFFERENT: readonly string[] = Array.from({ length: VARIANTS }, (_, index) => {
  const { model, task, input } = example;
  const context = input.context.map((one) =>
    one.type === "text" ? { ...one, text: `${one.text} Bulletin ${index}.` } : one,
  );
  const instructions = `${task.instructions} Line ${index % TASKS}.`;
  return JSON.stringify({ model, task: { ...task, instructions }, input: { ...input, context } });
});

/** Request body near the size limit of the contract: 20 options, 5 forecasts, then text up to MAX_BODY_BYTES. */
export const LARGEST = makeLargest();

export const NOT_JSON = TYPICAL.slice(0, -1);
export const INVALID = JSON.stringify({ ...example, task: { ...example.task, type: "number" } });
export const TOO_LARGE = JSON.stringify({ ...example, padding: "x".repeat(MAX_BODY_BYTES) });

function makeLargest(): string {
  const { model, task, input } = example;
  const options = Array.from({ length: 20 }, (_, index) => `option-${index + 1}`);
  const record = <T>(value: T) => Object.fromEntries(options.map((option) => [option, value]));
  const forecasts = Array.from({ length: 5 }, (_, index) => ({
    type: "structured",
    data: { kind: "forecast", source: `Source ${index}`, probabilities: record(1 / options.length) },
    observed_at: input.as_of,
  }));
  const request = {
    model,
    task: {
      ...task,
      instructions: "How will the vote be counted? ".repeat(100),
      criteria: record("The count of the register names this option. ".repeat(6)),
    },
    input: { as_of: input.as_of, context: forecasts as object[] },
  };
  const paragraph = "The council met again and put off its decision. ".repeat(25);
  for (;;) {
    const left = MAX_BODY_BYTES - Buffer.byteLength(JSON.stringify(request)) - 100;
    if (left <= 0) return JSON.stringify(request);
    request.input.context.push({ type: "text", text: paragraph.slice(0, left), observed_at: input.as_of });
  }
}
