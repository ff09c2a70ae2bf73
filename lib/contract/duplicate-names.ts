import type { ErrorCode } from "./error-table.ts";
import { type Issue, listIssues, MAX_DEPTH, type Path } from "./issue.ts";

/**
 * Finds member names that occur twice in one object of a text that is known to be JSON. `JSON.parse` keeps the last of
 * them, so two readers of one request could see two questions. Names are compared as read: `"a"` equals `"\u0061"`.
 */
export function findDuplicateNames(text: string): readonly Issue[] {
  const { issues, add } = listIssues();
  const open: Container[] = [];
  let at = 0;
  while (at < text.length) {
    const here = open.at(-1);
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (here?.names !== undefined && here.expectsName) {
          const name = readString(text, at, end);
          here.expectsName = false;
          here.step = name;
          // Deeper than the contract allows, the depth itself is the fault to report.
          if (open.length <= MAX_DEPTH && here.names.has(name)) {
            const path = open.map((container) => container.step);
            add(codeOfDuplicate(path), path, "This name occurs twice in one object: keep one of them.");
          }
          here.names.add(name);
        }
        at = end;
        continue;
      }
      case BRACE:
        open.push({ names: new Set(), expectsName: true, step: "" });
        break;
      case BRACKET:
        open.push({ names: undefined, expectsName: false, step: 0 });
        break;
      case COMMA:
        if (here?.names !== undefined) here.expectsName = true;
        else if (typeof here?.step === "number") here.step++;
        break;
      case END_BRACE:
      case END_BRACKET:
        open.pop();
        break;
    }
    at++;
  }
  return issues;
}

interface Container {
  /** The names seen so far; undefined for an array. */
  readonly names: Set<string> | undefined;
  expectsName: boolean;
  step: string | number;
}

const QUOTE = 34;
const COMMA = 44;
const BACKSLASH = 92;
const BRACE = 123;
const BRACKET = 91;
const END_BRACE = 125;
const END_BRACKET = 93;

/** The index after the string's closing quote. */
function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let at = quote - 1;
  while (text.charCodeAt(at) === BACKSLASH) at--;
  return (quote - at) % 2 === 0;
}

function readString(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end - 1);
  return raw.includes("\\") ? String(JSON.parse(`"${raw}"`)) : raw;
}

function codeOfDuplicate(path: Path): ErrorCode {
  const inCriteria = path[0] === "task" && path[1] === "criteria" && path.length > 2;
  return inCriteria ? "INVALID_CRITERIA" : "INVALID_REQUEST";
}
