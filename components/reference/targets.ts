import { readFields } from "./read-fields.ts";

export interface Target {
  readonly id: string;
  readonly name: string;
  /** Type of the target: "chapter", "request", "response" or "error". */
  readonly about: string;
}

/** Returns the anchor of a field, such as "request.task.criteria.{id}". */
export function fieldId(part: string, path: string): string {
  return `${part}.${path}`;
}

export function fieldTargets(part: string, schema: unknown): Target[] {
  return readFields(schema).map(({ path }) => ({ id: fieldId(part, path), name: path, about: part }));
}

/** Returns targets whose name contains the query, prefix matches first. */
export function findTargets(targets: readonly Target[], query: string): Target[] {
  const typed = query.trim().toLowerCase();
  if (typed === "") return [];
  const rank = ({ name }: Target) =>
    name
      .toLowerCase()
      .split(/[.\s[\]]/)
      .some((word) => word.startsWith(typed))
      ? 0
      : 1;
  return targets.filter(({ name }) => name.toLowerCase().includes(typed)).sort((a, b) => rank(a) - rank(b));
}
