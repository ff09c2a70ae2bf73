/** The labels of options in a prompt: one letter each, A to T, because a task has at most 20 options. */
const LABELS = "ABCDEFGHIJKLMNOPQRST";

/** Returns the labels of `count` options, in display order. */
export function labelsFor(count: number): readonly string[] {
  return [...LABELS.slice(0, count)];
}
