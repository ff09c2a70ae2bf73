/** States in which somebody waits that are found in the database. Recipients are told once, while the state lasts. */
export const FOUND_KINDS = [
  "submission.waiting",
  "submission.overdue",
  "evaluation.waiting",
  "outcome.due",
  "outcome.unconfirmed",
  "credential.expiring",
  "credential.ownerless",
  "budget.near",
  "link.unused",
  "erasure.due",
] as const;

export type FoundKind = (typeof FOUND_KINDS)[number];

/** Dangers for the audit log of which administrators are told. */
export const ALARMS = {
  history_lost: "the audit log has lost events: nothing is recorded",
  signing_stopped: "a witness claims to have seen more events: nothing is signed",
  checkpoint_late: "no checkpoint was signed for 15 minutes",
  cosignature_late: "the witnesses have cosigned no checkpoint for 15 minutes",
} as const;

export type Alarm = keyof typeof ALARMS;

export const MAIL_SCHEDULES = { soon: "As soon as possible", daily: "Once a day", off: "Never" } as const;

export type MailSchedule = keyof typeof MAIL_SCHEDULES;
