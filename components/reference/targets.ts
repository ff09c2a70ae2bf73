import { readFields } from "./read-fields.ts";

/** A place of the reference to go to. */
export interface Target {
  readonly id: string;
  readonly name: string;
  /** What it is: "chapter", "request", "error". */
  readonly about: string;
}

/** The anchor of a field: "request.task.criteria.{id}". */
export function fieldId(part: string, path: string): string {
  return `${part}.${path}`;
}

/** Every field of a schema, with its anchor. */
export function fieldTargets(part: string, schema: unknown): Target[] {
  return readFields(schema).map(({ path }) => ({ id: fieldId(part, path), name: path, about: part }));
}

/** Those whose name has all that was typed, those that begin with it first. */
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
