export const DECIDED = ["approved", "changes_requested", "rejected"] as const;
