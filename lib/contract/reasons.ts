/**
 * The causes of TASK_NOT_SUPPORTED and INPUT_QUALITY_UNVERIFIED, in `error.reason`. An extension of the contract, which
 * leaves the error body open.
 */
export const REASONS = {
  in_review:
    "The request is in review, for the first time or because its approval has expired. Wait, then send the same request again.",
  changes_requested: "Reviewers asked for changes. `submission.note` says which. Send a corrected request.",
  rejected: "Reviewers rejected the request. `submission.note` says why.",
  withdrawn:
    "The submission was withdrawn, for example because a member replaced it with a revised version. Contact the operators.",
  revoked: "The request had been approved, but the approval has since been revoked. Contact the operators.",
  unreviewed:
    "The gateway could not submit the request for review, for example because 100 requests of this API key are already waiting for review. Send the request again later.",
  unsupported_task: "The model cannot answer this task, for example because it has too many options.",
  unusable_context: "The model cannot use any of the observations. `message` says which kinds it needs.",
  context_too_long: "The question and its observations are too long for the model. Shorten or remove observations.",
} as const;

export type Reason = keyof typeof REASONS;

export const REASON_NAMES = Object.keys(REASONS) as [Reason, ...Reason[]];

/** The address of an error code in the API reference, relative to the address of the gateway. */
export function docUrlOf(code: string): string {
  return `/docs#${code}`;
}
