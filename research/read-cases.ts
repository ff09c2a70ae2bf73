import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { z } from "zod";
import { checkRequest } from "#lib/contract/check-request.ts";
import type { PredictionRequest } from "#lib/contract/request.ts";

/** A request with its known outcome: one line of a file of resolved questions. */
export interface ResolvedCase {
  readonly line: number;
  readonly set: string;
  /** Cases of one question are not independent, so resampling and cross-validation keep them together. */
  readonly question: string;
  readonly request: PredictionRequest;
  readonly outcome: string;
}

export interface BadLine {
  readonly line: number;
  readonly message: string;
}

const lineSchema = z.object({
  set: z.string().min(1),
  question: z.string().min(1),
  request: z.unknown(),
  outcome: z.string(),
});

/** Reads a JSONL file, gzipped or not. Rejects if the file cannot be read; lists every line that is not a case. */
export async function readCases(path: string): Promise<{ cases: ResolvedCase[]; bad: BadLine[] }> {
  const cases: ResolvedCase[] = [];
  const bad: BadLine[] = [];
  for (const [index, text] of (await readText(path)).split("\n").entries()) {
    if (text.trim() === "") continue;
    const read = readCase(text, index + 1);
    if (typeof read === "string") bad.push({ line: index + 1, message: read });
    else cases.push(read);
  }
  return { cases, bad };
}

async function readText(path: string): Promise<string> {
  const bytes = await readFile(path);
  const zipped = bytes[0] === 0x1f && bytes[1] === 0x8b;
  return (zipped ? await promisify(gunzip)(bytes) : bytes).toString("utf8");
}

/** Parses one line to a case or an error. */
function readCase(text: string, line: number): ResolvedCase | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return "is not JSON";
  }
  const parsed = lineSchema.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return `${issue?.path.join(".") || "the line"}: ${issue?.message}`;
  }
  const check = checkRequest(parsed.data.request);
  if (!check.ok) {
    const [issue] = check.issues;
    return `request${issue.path}: ${issue.code}: ${issue.message}`;
  }
  const { set, question, outcome } = parsed.data;
  if (!Object.hasOwn(check.request.task.criteria, outcome)) return `outcome: "${outcome}" is no option of the task`;
  return { line, set, question, request: check.request, outcome };
}
