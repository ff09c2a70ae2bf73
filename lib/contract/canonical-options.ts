import type { Task } from "./request.ts";

/** Returns the option ids of a task in canonical order: by UTF-16 code unit. */
export function canonicalOptions({ criteria }: Pick<Task, "criteria">): string[] {
  return Object.keys(criteria).sort();
}
