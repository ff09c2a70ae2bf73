import { readExample } from "./start-gateway.ts";

/**
 * The binary example with one change: at a JSON Pointer, another value, or none for undefined. A name that is not there
 * is added.
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

/** What a table of refusals says of each: what is wrong, where, and the value there (undefined: none). */
export type Wrong = readonly [what: string, at: string, value: unknown];
