import { QuestionMeans } from "./question-means.ts";
import type { MeasuredInput } from "./recorded-question.ts";
import type { Figure } from "./report.ts";
import { sumWorths, type WorthSum } from "./sum-worths.ts";

/** Worth of the observations that have the same value in a dimension, over all questions of the track record. */
export interface ObservationWorth extends Pick<WorthSum, "dimension" | "value" | "observations" | "required"> {
  /** Number of questions that have a worth. */
  readonly questions: number;
  /** In nats: the mean over these questions. Null if there are none. */
  readonly worth: Figure | null;
}

interface Collected extends Pick<WorthSum, "dimension"> {
  /** The first of several spellings, in the order of code units. */
  value: string;
  readonly worths: QuestionMeans;
  observations: number;
  required: number;
}

/** Collects the worth of observations, question by question. */
export class WorthSums {
  readonly #sums = new Map<string, Collected>();

  /** Adds the inputs of one question. */
  add(inputs: readonly MeasuredInput[]): void {
    for (const { dimension, value, worth, observations, required } of sumWorths(inputs)) {
      // The embedded model identifies sources in the same way.
      const key = `${dimension} ${value.toLowerCase()}`;
      const created = { dimension, value, worths: new QuestionMeans(1), observations: 0, required: 0 };
      const sum: Collected = this.#sums.get(key) ?? created;
      this.#sums.set(key, sum);
      if (value < sum.value) sum.value = value;
      sum.observations += observations;
      sum.required += required;
      if (worth !== null) sum.worths.add([{}], (_, values) => values.set([worth]) === undefined);
    }
  }

  /** Returns the worths by dimension, most questions first. */
  list(): ObservationWorth[] {
    return [...this.#sums.values()]
      .map(({ worths, ...sum }) => {
        const [worth = null] = worths.figures([([mean]) => mean]);
        return { ...sum, questions: worths.questions, worth };
      })
      .sort(
        (a, b) => compareTexts(a.dimension, b.dimension) || b.questions - a.questions || compareTexts(a.value, b.value),
      );
  }
}

function compareTexts(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
