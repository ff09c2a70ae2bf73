/** The statuses of a submission after the reviewers' decision. */
export const DECIDED = ["approved", "changes_requested", "rejected"] as const;
