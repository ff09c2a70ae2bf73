/** The reviewer's checklist. Approving the task takes the first two items, approving the input the other two. */
export const CHECKS = [
  { name: "exclusive", label: "The options exclude one another and leave nothing out", of: "binding" },
  { name: "decidable", label: "The resolution can be decided", of: "binding" },
  { name: "cutoff", label: "Nothing is later than the cutoff", of: "quality" },
  { name: "sources", label: "The sources are adequate", of: "quality" },
] as const;
