const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:,]/g;

/** Returns the strings and the punctuation of valid JSON, each with its index. */
export function tokensOf(text: string): Iterable<{ readonly 0: string; readonly index: number }> {
  return text.matchAll(TOKEN);
}
