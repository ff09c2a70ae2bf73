import type { Detector } from "./finding.ts";

/** Reports that the submission declares another order of the options than its task has. */
export const findOtherOrder: Detector = (_request, { declaresOtherOrder = false }) => {
  if (!declaresOtherOrder) return [];
  const message =
    "The submission declares the options as ordered as listed, but the question has another order or none. Scores use that of the question, which reviewers can change on its page.";
  return [{ id: "other-order", severity: "medium", path: "/task/criteria", message }];
};
