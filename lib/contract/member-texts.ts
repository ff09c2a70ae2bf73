import { BRACE, BRACKET, COLON, COMMA, END_BRACE, END_BRACKET, endOfString, QUOTE, readString } from "./json-tokens.ts";

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
  let at = 0;
  const endValue = () => {
    if (valueStart !== undefined) members.set(name, text.slice(valueStart, at).trim());
    valueStart = undefined;
  };
  while (at < text.length) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const end = endOfString(text, at);
        if (depth === 1 && valueStart === undefined) name = readString(text, at, end);
        at = end;
        continue;
      }
      case COLON:
        if (depth === 1) valueStart = at + 1;
        break;
      case COMMA:
        if (depth === 1) endValue();
        break;
      case BRACE:
      case BRACKET:
        depth++;
        break;
      case END_BRACE:
      case END_BRACKET:
        if (depth === 1) endValue();
        depth--;
        break;
    }
    at++;
  }
  return members;
}
