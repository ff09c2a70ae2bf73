import { readExample } from "./start-gateway.ts";

/**
 * Returns a copy of `of` (default: the binary example) with the value at a JSON Pointer set, or removed if `value` is
 * undefined.
 */
export function change(at: string, value: unknown, of: object = readExample("binary")): object {
  const root = structuredClone(of);
  const steps = at.split("/").slice(1);
  const last = steps.pop();
  let here: object = root;
  for (const step of steps) {
    const next: unknown = Reflect.get(here, step);
    if (typeof next !== "object" || next === null) throw new Error(`the parent of ${at} does not exist`);
    here = next;
  }
  if (last === undefined) throw new Error("change() cannot replace the whole request");
  if (value === undefined) Reflect.deleteProperty(here, last);
  else Object.defineProperty(here, last, { value, enumerable: true, writable: true, configurable: true });
  return root;
}

/** A row of test.each: description of the error, JSON Pointer, and the invalid value (undefined: member removed). */
export type Wrong = readonly [what: string, at: string, value: unknown];
