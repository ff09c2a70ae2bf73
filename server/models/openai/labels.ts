/** The names of options in a prompt: one letter each, A to T, because a task has at most 20 options. */
const LABELS = "ABCDEFGHIJKLMNOPQRST";

/** The labels of `count` options, in the order in which the options are shown. */
export function labelsFor(count: number): readonly string[] {
  return [...LABELS.slice(0, count)];
}
