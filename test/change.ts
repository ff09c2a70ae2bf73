import { readExample } from "./start-gateway.ts";

/**
 * Returns a copy of the binary example with the value at a JSON Pointer replaced, or removed for undefined. Missing
 * names are added.
 */
export function change(at: string, value: unknown, of: object = readExample("binary")): object {
  const root = structuredClone(of);
  const steps = at.split("/").slice(1);
  const last = steps.pop();
  let here: object = root;
  for (const step of steps) {
    const next: unknown = Reflect.get(here, step);
    if (typeof next !== "object" || next === null) throw new Error(`there is nothing at ${at}`);
    here = next;
  }
  if (last === undefined) throw new Error("the whole request cannot be changed");
  if (value === undefined) Reflect.deleteProperty(here, last);
  else Object.defineProperty(here, last, { value, enumerable: true, writable: true, configurable: true });
  return root;
}

/** One row of a table of refusals: the error, its path, and the value there (undefined: none). */
export type Wrong = readonly [what: string, at: string, value: unknown];
