const TOKEN = /"(?:[^"\\]+|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * JSON text with other white space: `indent` spaces a level, or none at all on one line for 0. Every name, string and
 * number stays as it was written, in its order, twice where it stands twice: what JSON.parse would drop is kept.
 * The text must be JSON.
 */
export function reformatJson(text: string, indent: number): string {
  let out = "";
  let depth = 0;
  let previous = "";
  const newLine = () => (indent === 0 ? "" : `\n${" ".repeat(indent * depth)}`);
  for (const [token] of text.matchAll(TOKEN)) {
    const closes = token === "}" || token === "]";
    const opened = previous === "{" || previous === "[";
    if (closes) depth--;
    // Nothing stands between the brackets of what is empty.
    if (opened !== closes || previous === ",") out += newLine();
    out += token === ":" && indent > 0 ? ": " : token;
    if (token === "{" || token === "[") depth++;
    previous = token;
  }
  return out;
}
