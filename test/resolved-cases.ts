import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Returns a case with the options yes and no. `yes` lists one source's daily forecasts, the newest at `as_of`. */
export function lineOf(question: string, yes: readonly number[], outcome: string, set = "invented"): object {
  const task = {
    type: "choice",
    instructions: `Does ${question} happen?`,
    criteria: { yes: null, no: null },
    resolution: { criteria: "The official result.", resolves_at: "2026-06-01T00:00:00Z" },
  };
  const context = yes.map((p, index) => ({
    type: "structured",
    data: { kind: "forecast", source: "crowd", probabilities: { yes: p, no: 1 - p } },
    observed_at: new Date(Date.UTC(2026, 2, 10 - (yes.length - 1 - index))).toISOString(),
  }));
  const request = { model: "service-r13-c", task, input: { as_of: "2026-03-10T00:00:00Z", context } };
  return { set, question, request, outcome, resolved_on: "2026-06-01" };
}

/** Returns a case with three options. `values` lists weekly measurements of a series, the newest at `as_of`. */
export function seriesLineOf(question: string, values: readonly number[], outcome: string, set = "invented"): object {
  const task = {
    type: "choice",
    instructions: `Where will ${question} be?`,
    criteria: { low: null, middle: null, high: null },
    resolution: { criteria: "The published value.", resolves_at: "2026-03-24T00:00:00Z" },
  };
  const context: object[] = values.map((value, index) => ({
    type: "structured",
    data: { kind: "measurement", series: question, value },
    observed_at: new Date(Date.UTC(2026, 2, 10 - 7 * (values.length - 1 - index))).toISOString(),
  }));
  const last = values.at(-1) ?? 0;
  const intervals = {
    low: { below: last - 1 },
    middle: { at_least: last - 1, below: last + 1 },
    high: { at_least: last + 1 },
  };
  context.push({
    type: "structured",
    data: { kind: "partition", series: question, intervals },
    observed_at: "2026-03-10T00:00:00Z",
  });
  const request = { model: "service-r13-c", task, input: { as_of: "2026-03-10T00:00:00Z", context } };
  return { set, question, request, outcome, resolved_on: "2026-03-24" };
}

/** Calls `use` with the path of a temporary file with this content; deletes the file afterwards. */
export async function withFile<T>(content: string | Uint8Array, use: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "resolved-"));
  try {
    const path = join(folder, "questions.jsonl");
    await writeFile(path, content);
    return await use(path);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export function jsonl(lines: readonly object[]): string {
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}
