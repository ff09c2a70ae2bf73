/**
 * `refused`: the model server answers no call until an operator acts, for example because it rejects the API key. `unclear`: the server is reachable but does not report
 * its state, perhaps because it is busy. Requests are still sent.
 */
export type ModelState = "ready" | "loading" | "offline" | "refused" | "unclear";

/** Whether requests are sent to a model in this state; otherwise they are refused. */
export function mayAnswer(state: ModelState): boolean {
  return state === "ready" || state === "unclear";
}

/** Why a model server answers no call until an operator acts: the API key, the account's credit or the model's name. */
export type ModelRefusal = "key" | "credit" | "model";
