/**
 * `refused`: the model server rejects the gateway's credential. `unclear`: the server is reachable but does not report
 * its state, perhaps because it is busy. Requests are still sent.
 */
export type ModelState = "ready" | "loading" | "offline" | "refused" | "unclear";

/** Whether requests are sent to a model in this state; otherwise they are refused. */
export function mayAnswer(state: ModelState): boolean {
  return state === "ready" || state === "unclear";
}
