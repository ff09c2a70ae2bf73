import type { Task } from "#lib/contract/request.ts";

/** What the question itself says: instructions, resolution criteria, descriptions of options. */
export function taskTexts(task: Task): string[] {
  const descriptions = Object.values(task.criteria).filter((description) => description !== null);
  return [task.instructions, task.resolution.criteria, ...descriptions];
}
