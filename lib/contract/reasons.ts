/**
 * The reasons of TASK_NOT_SUPPORTED, INPUT_QUALITY_UNVERIFIED and RATE_LIMITED, in `error.reason`, each with one sentence
 * for the cause and one for the remedy. An extension of the contract, which leaves the error body open.
 */
export const REASONS = {
  in_review:
    "The request waits for review, for the first time or because its approval has expired. Follow the review at `GET /review-status/{submission.id}`, and send the same request again once it is approved.",
  changes_requested:
    "Reviewers asked for changes to the request. Correct the request as described in `submission.note`, then send it.",
  rejected:
    "Reviewers rejected the request. Send a different request, or ask the operators if `submission.note` gives no reason.",
  withdrawn:
    "The submission was withdrawn, for example because a member replaced it with a revised version. Contact the operators.",
  revoked: "The request was approved, but the approval has since been revoked. Contact the operators.",
  erased:
    "The content was erased and is not kept again. Ask the operators: only a member can submit the content again.",
  unreviewed:
    "The request has no active approval, and was not sent for review. Send it again later, or submit it in the console unless it is already in review.",
  unsupported_task: "The model cannot answer this task. Send a task that the model supports.",
  unusable_context:
    "The model cannot use any of the observations. Send observations of the kinds that the model needs.",
  context_too_long: "The question and its observations are too long for the model. Shorten or remove observations.",
  filtered:
    "The model's provider refuses to answer the question or its observations. Change the wording, or contact the operators.",
  budget:
    "The monthly token budget of the API key or of the gateway is used up. Wait until the first of the next month (UTC), after the number of seconds in `Retry-After`, or ask the operators for a larger budget.",
} as const;

export type Reason = keyof typeof REASONS;

export const REASON_NAMES = Object.keys(REASONS) as [Reason, ...Reason[]];

export function splitReason(reason: Reason): { readonly cause: string; readonly remedy: string } {
  const [cause = "", remedy = ""] = REASONS[reason].split(/(?<=\.) /);
  return { cause, remedy };
}

/** The address of an error code in the API reference, relative to the address of the gateway. */
export function docUrlOf(code: string): string {
  return `/docs#${code}`;
}
