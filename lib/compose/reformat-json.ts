const TOKEN = /"(?:[^"\\]+|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/**
 * Changes only the white space of a JSON text: `indent` spaces per level, or one line without white space for 0. Names,
 * strings and numbers keep their spelling and order, and duplicate names are kept. The text must be valid JSON.
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
    // Empty brackets stay on one line.
    if (opened !== closes || previous === ",") out += newLine();
    out += token === ":" && indent > 0 ? ": " : token;
    if (token === "{" || token === "[") depth++;
    previous = token;
  }
  return out;
}
