import { tokensOf } from "./json-tokens.ts";

/**
 * Returns the JSON text of each member of an object, unchanged. Of duplicate names the last one wins, as in JSON.parse.
 * `text` must be valid JSON. Returns undefined if it is not an object.
 */
export function memberTexts(text: string): ReadonlyMap<string, string> | undefined {
  if (!/^[ \t\n\r]*\{/.test(text)) return undefined;
  const members = new Map<string, string>();
  let depth = 0;
  let name = "";
  let valueStart: number | undefined;
  for (const { 0: token, index } of tokensOf(text)) {
    const closes = token === "}" || token === "]";
    if (depth === 1 && valueStart !== undefined && (closes || token === ",")) {
      members.set(name, text.slice(valueStart, index).trim());
      valueStart = undefined;
    }
    if (closes) depth--;
    else if (token === "{" || token === "[") depth++;
    else if (depth === 1 && token === ":") valueStart = index + 1;
    else if (depth === 1 && valueStart === undefined && token !== ",") name = JSON.parse(token);
  }
  return members;
}
