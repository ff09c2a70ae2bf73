/** The statuses of a submission that reviewers have decided. */
export const DECIDED = ["approved", "changes_requested", "rejected"] as const;

/** The statuses of a submission. */
export const STATUSES = ["submitted", ...DECIDED, "withdrawn"] as const;

export type Status = (typeof STATUSES)[number];
