import { codeAt, type Issue, listIssues, MAX_DEPTH, type Path } from "./issue.ts";
import { isJsonObject } from "./json.ts";

/**
 * Finds values that JSON allows but the contract does not: lone surrogates, numbers beyond a double's range, nesting
 * deeper than 32 levels, and `__proto__` properties where only known properties are allowed (schema libraries silently
 * skip them).
 */
export function findUnsoundValues(root: unknown): readonly Issue[] {
  const { issues, add } = listIssues();
  const path: (string | number)[] = [];

  function report(message: string, at: Path = path): void {
    add(codeAt(at, false), at, message);
  }

  function visit(value: unknown, depth: number): void {
    if (typeof value === "string") {
      if (!value.isWellFormed()) report("This text contains a lone surrogate.");
      return;
    }
    if (typeof value === "number") {
      if (!Number.isFinite(value)) report("This number is outside the range of a double-precision number.");
      return;
    }
    if (typeof value !== "object" || value === null) return;
    if (depth > MAX_DEPTH) {
      // The task has no nested data. Excess depth outside of observations is an error of the whole request.
      const code = insideContext() ? "INVALID_CONTEXT" : "INVALID_REQUEST";
      add(code, path, `The request is nested more than ${MAX_DEPTH} levels deep here.`);
      return;
    }
    if (Array.isArray(value)) {
      for (let index = 0; index < value.length; index++) step(index, value[index], depth);
      return;
    }
    if (!isJsonObject(value)) return;
    for (const name of Object.keys(value)) {
      if (!name.isWellFormed()) report("This property's name contains a lone surrogate.", [...path, name]);
      if (name === "__proto__" && !insideData()) report("The property __proto__ is not allowed here.", [...path, name]);
      step(name, value[name], depth);
    }
  }

  function step(name: string | number, value: unknown, depth: number): void {
    path.push(name);
    visit(value, depth + 1);
    path.pop();
  }

  function insideContext(): boolean {
    return path[0] === "input" && path[1] === "context";
  }

  function insideData(): boolean {
    return insideContext() && path[3] === "data";
  }

  visit(root, 1);
  return issues;
}
