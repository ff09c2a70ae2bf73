import { z } from "zod";
import { isJsonObject } from "#lib/contract/json.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import { GatewayError, isGatewayError } from "#server/error.ts";
import type { Gateway } from "#server/gateway.ts";
import type { Member } from "#server/members/member.ts";
import { aboutSubmission, type SubmitInput, submit } from "./submit.ts";

/** What became of one line of an import. */
export type LineReport =
  | {
      readonly line: number;
      readonly ok: true;
      readonly submissionId: string;
      readonly taskId: string;
      readonly inputId: string;
    }
  | {
      readonly line: number;
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly path: string;
    };

/**
 * Submits each line of a JSONL text: a request, or `{"request": …, "title": …, "note": …}`. A line that is refused does
 * not hold up the others; empty lines are passed over.
 */
export async function importSubmissions(gateway: Gateway, member: Member, jsonl: string): Promise<LineReport[]> {
  const reports: LineReport[] = [];
  for (const [index, text] of jsonl.split("\n").entries()) {
    if (text.trim() !== "") reports.push(await importLine(gateway, member, index + 1, text));
  }
  return reports;
}

async function importLine(gateway: Gateway, member: Member, line: number, text: string): Promise<LineReport> {
  const parsed = parseText(text.trim());
  if (!parsed.ok) return { line, ok: false, ...parsed.issue };
  const [duplicate] = parsed.duplicates;
  if (duplicate !== undefined) return { line, ok: false, ...duplicate };
  try {
    const { id, taskId, inputId } = await submit(gateway, member, toInput(parsed.value), "import");
    return { line, ok: true, submissionId: id, taskId, inputId };
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return { line, ok: false, code: error.code, message: error.message, path: error.issues[0]?.path ?? "" };
  }
}

function toInput(value: unknown): SubmitInput {
  if (!isJsonObject(value) || !Object.hasOwn(value, "request")) return { request: value };
  const about = aboutSubmission.safeParse(value);
  if (!about.success) throw new GatewayError("BAD_REQUEST", { message: z.prettifyError(about.error) });
  return { request: value.request, ...about.data };
}
