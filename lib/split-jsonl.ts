/** A batch of lines that is sent at once. */
export interface Batch {
  readonly jsonl: string;
  /** The number of lines before it in the file. */
  readonly offset: number;
  readonly lines: number;
}

const LINES = 25;

/** Splits a file into batches, so that progress can be shown between them. */
export function splitJsonl(text: string): Batch[] {
  const lines = text.replace(/^\uFEFF/, "").split("\n");
  const batches: Batch[] = [];
  for (let offset = 0; offset < lines.length; offset += LINES) {
    const part = lines.slice(offset, offset + LINES);
    if (part.some((line) => line.trim() !== "")) {
      batches.push({ jsonl: part.join("\n"), offset, lines: part.filter((line) => line.trim() !== "").length });
    }
  }
  return batches;
}
