/** The statuses of a submission on which reviewers have decided. */
export const DECIDED = ["approved", "changes_requested", "rejected"] as const;
