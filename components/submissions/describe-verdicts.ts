/** Says when the reader sees verdicts on a submission that shows none. */
export function describeNoVerdicts({
  isOpen,
  mayDecide,
}: {
  readonly isOpen: boolean;
  readonly mayDecide: boolean;
}): string {
  if (!isOpen) return "No verdicts.";
  return mayDecide
    ? "Other reviewers’ verdicts appear after you record yours, or when the submission is decided."
    : "Verdicts appear when the submission is decided.";
}
