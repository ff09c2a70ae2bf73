import type { Task } from "#lib/contract/request.ts";

/** All texts of the task: instructions, resolution criteria, option descriptions. */
export function taskTexts(task: Task): string[] {
  const descriptions = Object.values(task.criteria).filter((description) => description !== null);
  return [task.instructions, task.resolution.criteria, ...descriptions];
}
