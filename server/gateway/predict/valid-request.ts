import type { OrderedRequest, PredictionInput, PredictionRequest, Task } from "#lib/contract/request.ts";
import { type Identified, identify } from "#server/base/digest.ts";

/** A valid request with values derived from its content alone, which are computed lazily and never change. */
export class ValidRequest implements OrderedRequest {
  readonly request: PredictionRequest;
  readonly options: readonly string[];
  #task: Identified<Task> | undefined;
  #input: Identified<PredictionInput> | undefined;

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
}
