/** The labels of options in a prompt: one letter each, A to T, because a task has at most 20 options. */
const LABELS = "ABCDEFGHIJKLMNOPQRST";

export function labelsFor(count: number): readonly string[] {
  return [...LABELS.slice(0, count)];
}
