import { isJsonObject } from "#lib/contract/json.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import { sum, toSumOne } from "#lib/stats/log-space.ts";
import type { Completion } from "./complete.ts";
import { type Method, rejected, type Sample } from "./method.ts";

/** Probabilities are integers in per mille, because servers enforce bounds of integers but ignore bounds of numbers. */
const WHOLE = 1000;
const LOWEST_SUM = 900;
const HIGHEST_SUM = 1100;

/** Characters; below the repetition limits of the grammars that servers use to enforce schemas. */
const LONGEST_REASONING = 1500;

interface Settings {
  readonly samples: number;
  readonly reasoning: boolean;
}

/**
 * Creates the method in which the model states a number for every option, in a strict JSON schema. For
 * instruction-tuned models, stated probabilities are better calibrated than token probabilities (Tian et al. 2023,
 * arXiv 2305.14975). Several samples are combined with shrinkage (Halawi et al. 2024, arXiv 2402.18563; Murphy 2026,
 * arXiv 2604.18576).
 */
export function createVerbalised({ samples, reasoning }: Settings): Method {
  return {
    name: "verbalised",
    calls: () => samples,
    ask: (labels) => (reasoning ? `${REASONS}\n\n${question(labels)}` : question(labels)),
    responseFormat: (labels) => ({
      type: "json",
      name: "probabilities",
      schema: {
        type: "object",
        properties: {
          // Servers generate members in this order, so the reasoning comes before the numbers.
          ...(reasoning ? { reasoning: { type: "string" as const, maxLength: LONGEST_REASONING } } : {}),
          ...Object.fromEntries(
            labels.map((label) => [label, { type: "integer" as const, minimum: 0, maximum: WHOLE }]),
          ),
        },
        required: [...(reasoning ? ["reasoning"] : []), ...labels],
        additionalProperties: false,
      },
    }),
    read: (completion, labels) => read(completion, labels, reasoning),
    combining: { floor: 0.005, shrink: true },
  };
}

const REASONS = `First write in "reasoning", in at most 150 words, how often such things happen, and what speaks for and against each option.`;

function question(labels: readonly string[]): string {
  return `How probable is each option? Answer with a JSON object that gives every one of the labels ${labels.join(", ")} a whole number from 0 to ${WHOLE}: its probability in thousandths, so that 250 means 25 percent. The numbers sum to ${WHOLE}.`;
}

/** Finish reasons of incomplete answers that the packages map to `other`. */
const INCOMPLETE: readonly unknown[] = ["error", "model_length"];

/** Servers use many words for a complete answer, so any other finish reason is accepted if the answer parses. */
function read({ text, finish }: Completion, labels: readonly string[], reasoning: boolean): Sample {
  if (finish.unified === "tool-calls") return rejected("the model called a tool");
  if (["length", "error", "interrupted"].includes(finish.unified) || INCOMPLETE.includes(finish.raw))
    return rejected("the answer is incomplete");
  const numbers = readNumbers(text, labels, reasoning);
  if (numbers === undefined) return rejected("the answer is not one number for each label");
  if (!numbers.every((number) => number >= 0 && number <= WHOLE)) return rejected(`a number is outside 0 to ${WHOLE}`);
  const total = sum(numbers);
  if (total < LOWEST_SUM || total > HIGHEST_SUM)
    return rejected("the numbers do not sum to between 90 and 110 percent");
  const distribution = toSumOne(numbers);
  return total === WHOLE ? { ok: true, distribution } : { ok: true, distribution, summedTo: inPercent(total) };
}

function inPercent(perMille: number): number {
  return Number((perMille / 10).toFixed(3));
}

/** Returns the numbers in label order; undefined unless the text is a JSON object with exactly the expected members. */
function readNumbers(text: string, labels: readonly string[], reasoning: boolean): readonly number[] | undefined {
  const parsed = parseText(text);
  if (!parsed.ok || parsed.duplicates.length > 0 || !isJsonObject(parsed.value)) return undefined;
  const { value } = parsed;
  const names = Object.keys(value).filter((name) => !reasoning || name !== "reasoning");
  if (names.length !== labels.length) return undefined;
  const numbers = labels.map((label) => (Object.hasOwn(value, label) ? value[label] : undefined));
  return numbers.every((number) => typeof number === "number") ? numbers : undefined;
}
