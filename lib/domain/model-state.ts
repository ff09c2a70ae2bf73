/**
 * `refused`: the model server rejects the gateway's credential. `unclear`: the server is reachable but gives no clear
 * answer, perhaps because it is busy; requests are still tried.
 */
export type ModelState = "ready" | "loading" | "offline" | "refused" | "unclear";

/** Whether requests are sent to a model in this state; otherwise they are refused. */
export function mayAnswer(state: ModelState): boolean {
  return state === "ready" || state === "unclear";
}
