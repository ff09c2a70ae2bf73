/** The ids and descriptions of a task's options, to search in: in one order, whatever theirs is. */
export function wordsOfOptions(criteria: Readonly<Record<string, unknown>>): string {
  return Object.keys(criteria)
    .sort()
    .map((id) => (typeof criteria[id] === "string" ? `${id} ${criteria[id]}` : id))
    .join("\n");
}
