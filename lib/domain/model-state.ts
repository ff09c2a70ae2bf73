/**
 * `refused`: the model server does not accept the gateway's credential. `unclear`: the server can be reached but gives no
 * clear answer, perhaps because it is busy; a request is then tried.
 */
export type ModelState = "ready" | "loading" | "offline" | "refused" | "unclear";

/** Whether a request is tried on a model in this state; otherwise it is refused before it is sent. */
export function mayAnswer(state: ModelState): boolean {
  return state === "ready" || state === "unclear";
}
