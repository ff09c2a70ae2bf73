import { tokensOf } from "#lib/contract/json-tokens.ts";
import type { Entry, FileContent, Refusal } from "./file-content.ts";
import { countLines, lineCounter } from "./lines.ts";

const POSITION = /at position (?<at>\d+)/;
/** Number of lines that show whether a file has one value per line. */
const PROBED = 20;

/** Reads JSON values: the elements of an array, a single value, or one value per line. */
export function readValues(text: string): Extract<FileContent, { form: "values" }> {
  const entries: Entry[] = [];
  const refused: Refusal[] = [];
  for (const value of eachValue(text)) {
    if ("text" in value) entries.push(value);
    else refused.push(value);
  }
  return { ok: true, form: "values", entries, refused };
}

/** Yields JSON values as written, or the reason why a value cannot be read. Reads a large file step by step. */
export function eachValue(file: string): Iterable<Entry | Refusal> {
  const text = file.replace(/^\uFEFF/, "");
  if (/^\s*\[/.test(text)) return eachElement(text);
  const [first, ...others] = eachLine(text, PROBED);
  if (first === undefined || "text" in first) return eachLine(text);
  const whole = check(text.trim(), countLines(text.slice(0, text.search(/\S/))));
  const isLines = "message" in whole && others.some((one) => "text" in one && /^[{[]./.test(one.text));
  return isLines ? eachLine(text) : [whole];
}

function* eachLine(text: string, most = Number.POSITIVE_INFINITY): Generator<Entry | Refusal> {
  const lineAt = lineCounter(text);
  let count = 0;
  for (const { 0: content, index } of text.matchAll(/[^\r\n]+/g)) {
    if (content.trim() !== "" && count++ < most) yield check(content.trim(), lineAt(index));
    if (count === most) return;
  }
}

function* eachElement(text: string): Generator<Entry | Refusal> {
  const lineAt = lineCounter(text);
  let depth = 0;
  let start = 0;
  let isEmpty = true;
  for (const { 0: token, index } of tokensOf(text)) {
    if (token === "[" || token === "{") depth++;
    if (depth === 1 && token === "[") start = index + 1;
    else if (depth === 1 && (token === "," || token === "]")) {
      const element = text.slice(start, index);
      const trimmed = element.trimStart();
      const line = lineAt(index - trimmed.length);
      if (token === "," || !isEmpty || trimmed !== "") yield check(trimmed.trimEnd(), line);
      isEmpty = false;
      start = index + 1;
    }
    if (token === "]" || token === "}") depth--;
    if (depth > 0) continue;
    const rest = text.slice(index + 1).trimStart();
    if (rest !== "")
      yield { line: lineAt(text.length - rest.length), message: "Text follows the end of the JSON array." };
    return;
  }
  yield { line: lineAt(text.trimEnd().length), message: "The JSON array does not end." };
}

/** Returns the value if it is valid JSON. The position of an error is known in V8 only. */
function check(text: string, line: number): Entry | Refusal {
  try {
    JSON.parse(text);
    return { line, text };
  } catch (error) {
    const at = POSITION.exec(error instanceof Error ? error.message : "")?.groups?.at;
    const place = at === undefined ? "" : ` (at character ${at})`;
    return { line: line + countLines(text.slice(0, Number(at ?? 0))) - 1, message: `This is not valid JSON${place}.` };
  }
}
