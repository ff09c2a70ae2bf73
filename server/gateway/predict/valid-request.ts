import { printTask } from "#lib/contract/print-in-order.ts";
import type { OrderedRequest, PredictionInput, PredictionRequest, Task } from "#lib/contract/request.ts";
import { inOrder } from "#lib/stats/order-options.ts";
import { type Identified, identify } from "#server/base/digest.ts";

/** A valid request with values derived from its content alone, which are computed lazily and never change. */
export class ValidRequest implements OrderedRequest {
  readonly request: PredictionRequest;
  readonly options: readonly string[];
  #task: Identified<Task> | undefined;
  #input: Identified<PredictionInput> | undefined;
  #answered: { readonly task: Task; readonly text: string } | undefined;

  constructor({ request, options }: OrderedRequest) {
    this.request = request;
    this.options = options;
  }

  get task(): Identified<Task> {
    this.#task ??= identify(this.request.task);
    return this.#task;
  }

  get input(): Identified<PredictionInput> {
    this.#input ??= identify(this.request.input);
    return this.#input;
  }

  /** The response's task, with the options in the caller's order, and its JSON text. */
  get answered(): { readonly task: Task; readonly text: string } {
    if (this.#answered === undefined) {
      const task = { ...this.task.value, criteria: inOrder(this.task.value.criteria, this.options) };
      this.#answered = { task, text: printTask(task, this.options) };
    }
    return this.#answered;
  }
}
