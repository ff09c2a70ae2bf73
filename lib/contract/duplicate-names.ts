import type { ErrorCode } from "./error-table.ts";
import { type Issue, listIssues, MAX_DEPTH, type Path } from "./issue.ts";
import { tokensOf } from "./json-tokens.ts";

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
  for (const { 0: token } of tokensOf(text)) {
    const here = open.at(-1);
    if (token === "{") open.push({ names: new Set(), expectsName: true, step: "" });
    else if (token === "[") open.push({ names: undefined, expectsName: false, step: 0 });
    else if (token === "}" || token === "]") open.pop();
    else if (token === "," && here !== undefined) {
      here.expectsName = here.names !== undefined;
      if (typeof here.step === "number") here.step++;
    } else if (here?.names !== undefined && here.expectsName) {
      const name: string = JSON.parse(token);
      here.expectsName = false;
      here.step = name;
      // Beyond the maximum depth, only the depth itself is reported.
      if (open.length <= MAX_DEPTH && here.names.has(name)) {
        const path = open.map(({ step }) => step);
        add(codeOfDuplicate(path), path, "This name occurs twice in the same object. Remove one of the two members.");
      } else if (open.length === 3 && open[0]?.step === "task" && open[1]?.step === "criteria") options.push(name);
      here.names.add(name);
    }
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
