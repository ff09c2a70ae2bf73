import type { Json } from "#lib/contract/json.ts";

const STRING = /"(?:[^"\\]|\\.)*"/g;

/** Brackets, of which chat templates make their control words, and what some readers take for the end of a line. */
const RISKY = /[<>[\]\u007f-\u009f\u2028\u2029]/g;

/**
 * JSON on one line that no text in it can leave: JSON escapes quotes and line ends, and this also what a server's chat
 * template might read as its own (such as `<|im_end|>` or `[INST]`). It parses to the value that went in.
 */
export function quote(value: Json): string {
  return JSON.stringify(value).replace(STRING, (text) => text.replace(RISKY, toEscape));
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
