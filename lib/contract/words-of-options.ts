/**
 * Returns the ids and descriptions of a task's options as search text, sorted so that their original order does not
 * matter.
 */
export function wordsOfOptions(criteria: Readonly<Record<string, unknown>>): string {
  return Object.keys(criteria)
    .sort()
    .map((id) => (typeof criteria[id] === "string" ? `${id} ${criteria[id]}` : id))
    .join("\n");
}
