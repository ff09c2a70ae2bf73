import { isJsonObject } from "#lib/contract/json.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import { sum, toSumOne } from "#lib/stats/log-space.ts";
import type { Choice } from "./completion.ts";
import { type Method, rejected, type Sample } from "./method.ts";

/** More orders hardly change the mean, and each costs a call. */
const MOST_ORDERS = 5;
const LOWEST_SUM = 98;
const HIGHEST_SUM = 102;

/**
 * The model states a number for every option, enforced by a strict JSON schema. With instruction-tuned models, stated
 * probabilities are better calibrated than token probabilities (Tian et al. 2023, arXiv 2305.14975).
 */
export const verbalised: Method = {
  name: "verbalised",
  orders: (options) => Math.min(options, MOST_ORDERS),
  ask: (labels) =>
    `How probable is each option? Answer with a JSON object that gives every one of the labels ${labels.join(", ")} a number from 0 to 100, its probability in percent. The numbers sum to 100.`,
  parameters: (labels) => ({
    temperature: 0,
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "probabilities",
        strict: true,
        schema: {
          type: "object",
          properties: Object.fromEntries(labels.map((label) => [label, { type: "number", minimum: 0, maximum: 100 }])),
          required: labels,
          additionalProperties: false,
        },
      },
    },
  }),
  read,
};

function read({ message, finish_reason }: Choice, labels: readonly string[]): Sample {
  if (finish_reason !== "stop") return rejected("it did not finish");
  const numbers = readNumbers(message.content ?? "", labels);
  if (numbers === undefined) return rejected("it is not one number for every label");
  if (!numbers.every((number) => number >= 0 && number <= 100)) return rejected("a number is not from 0 to 100");
  const total = sum(numbers);
  if (total < LOWEST_SUM || total > HIGHEST_SUM) return rejected(`it sums to ${Number(total.toFixed(3))}`);
  return { ok: true, distribution: toSumOne(numbers) };
}

/** The numbers in the order of the labels, if the text is a JSON object with exactly these names. */
export function readNumbers(text: string, labels: readonly string[]): readonly number[] | undefined {
  const parsed = parseText(text);
  if (!parsed.ok || parsed.duplicates.length > 0 || !isJsonObject(parsed.value)) return undefined;
  const { value } = parsed;
  if (Object.keys(value).length !== labels.length) return undefined;
  const numbers = labels.map((label) => (Object.hasOwn(value, label) ? value[label] : undefined));
  return numbers.every((number) => typeof number === "number") ? numbers : undefined;
}
