import { readFileSync } from "node:fs";

/**
 * Whether .dockerignore lets a path into the image: the last pattern that matches the path or a parent folder decides.
 */
export function isCopied(path: string): boolean {
  const patterns = readFileSync(".dockerignore", "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));
  const last = patterns.findLast((pattern) => toExpression(pattern.replace(/^!/, "")).test(path));
  return last?.startsWith("!") ?? true;
}

function toExpression(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^$()|{}]/g, "\\$&")
    .replaceAll(/\*\*\/|\*/g, (wildcard) => (wildcard === "*" ? "[^/]*" : "(?:.*/)?"));
  return new RegExp(`^${source}(?:/|$)`);
}
