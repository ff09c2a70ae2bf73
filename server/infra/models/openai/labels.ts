/** What options are called in a prompt: one letter each, A to T, for a task has 20 options at most. */
const LABELS = "ABCDEFGHIJKLMNOPQRST";

/** The labels of so many options, in the order in which the options are shown. */
export function labelsFor(count: number): readonly string[] {
  return [...LABELS.slice(0, count)];
}
