import type { ErrorCode } from "./error-table.ts";
import { type Issue, listIssues, MAX_DEPTH, type Path } from "./issue.ts";
import { BRACE, BRACKET, COMMA, END_BRACE, END_BRACKET, endOfString, QUOTE, readString } from "./json-tokens.ts";

/** Facts about member names that JSON.parse loses. */
export interface ScannedNames {
  /** Duplicate names within an object. They are refused, because another parser may use another one of the values. */
  readonly duplicates: readonly Issue[];
  /** The option ids in the order of the text. A JavaScript object puts ids such as `10` first. */
  readonly options: readonly string[];
}

/** Scans the member names of valid JSON. Names are compared decoded: `"a"` equals `"\u0061"`. */
export function scanNames(text: string): ScannedNames {
  const { issues, add } = listIssues();
  const options: string[] = [];
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
          // Beyond the maximum depth, only the depth itself is reported.
          if (open.length <= MAX_DEPTH && here.names.has(name)) {
            const path = open.map((container) => container.step);
            add(
              codeOfDuplicate(path),
              path,
              "This name occurs twice in the same object. Remove one of the two members.",
            );
          } else if (open.length === 3 && open[0]?.step === "task" && open[1]?.step === "criteria") options.push(name);
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
  return { duplicates: issues, options };
}

interface Container {
  /** The member names read so far; undefined for an array. */
  readonly names: Set<string> | undefined;
  expectsName: boolean;
  step: string | number;
}

function codeOfDuplicate(path: Path): ErrorCode {
  const inCriteria = path[0] === "task" && path[1] === "criteria" && path.length > 2;
  return inCriteria ? "INVALID_CRITERIA" : "INVALID_REQUEST";
}
