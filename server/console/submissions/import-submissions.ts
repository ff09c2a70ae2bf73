import { v7 as uuid } from "uuid";
import { z } from "zod";
import { isJsonObject } from "#lib/contract/json.ts";
import { decodeBody, parseText } from "#lib/contract/parse-body.ts";
import type { Member } from "#lib/domain/members.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { runImport } from "#server/console/members/run-import.ts";
import { requireMember, requireValid } from "#server/gateway/predict/valid-request.ts";
import type { Work } from "#server/limits/work.ts";
import { aboutSubmission, type SubmitInput, submit } from "./submit-request.ts";

export type LineReport =
  | {
      readonly line: number;
      readonly ok: true;
      /** False if the author already has an open submission with the same content. */
      readonly created: boolean;
      readonly title: string;
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

/** A line without its line feed; undefined if it exceeds the size limit of a request. */
type ImportLine = string | Uint8Array | undefined;

const IMPORT_LIMITS = { lines: 10_000, submissions: 1_000 };

/**
 * Submits each line of a JSONL file: a request, or `{"request": …, "title": …, "note": …}`. A rejected line does not
 * stop the others; empty lines are skipped. Stops at the limits, or if `lines` throws a GatewayError; the last report is
 * then an error for the first line that was not imported. Rejects with the signal's reason once it aborts. A member can
 * import only one file at a time.
 */
export async function importSubmissions(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now" | "importingMembers">,
  member: Member,
  lines: AsyncIterable<ImportLine> | Iterable<ImportLine>,
  work: Work,
  limits = IMPORT_LIMITS,
): Promise<LineReport[]> {
  return runImport(gateway, member, () => importLines(gateway, member, lines, work, limits));
}

async function importLines(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now">,
  member: Member,
  lines: AsyncIterable<ImportLine> | Iterable<ImportLine>,
  work: Work,
  limits: typeof IMPORT_LIMITS,
): Promise<LineReport[]> {
  const reports: LineReport[] = [];
  const batch = uuid();
  const created = new Set<string>();
  let line = 1;
  let submissions = 0;
  try {
    for await (const content of lines) {
      await work.step();
      if (line > limits.lines) throw overLimit(limits);
      if (!isBlank(content)) {
        if (submissions === limits.submissions) throw overLimit(limits);
        const report = await importLine(gateway, member, { batch, created, line, content });
        reports.push(report);
        if (report.ok) submissions++;
      }
      line++;
    }
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    reports.push({ line, ok: false, code: error.code, message: error.message, path: "" });
  }
  return reports;
}

interface LineToImport {
  readonly batch: string;
  /** Ids of the submissions that earlier lines created. */
  readonly created: Set<string>;
  readonly line: number;
  readonly content: ImportLine;
}

async function importLine(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now">,
  member: Member,
  { batch, created, line, content }: LineToImport,
): Promise<LineReport> {
  if (content === undefined) {
    return { line, ok: false, code: "REQUEST_TOO_LARGE", message: "The line is too long.", path: "" };
  }
  const text = typeof content === "string" ? content.trim() : decodeBody(content);
  if (typeof text !== "string") return { line, ok: false, ...text.issue };
  try {
    const submission = await submit(gateway, member, toInput(text), { origin: "import", batch });
    const { id, title, taskId, inputId } = submission;
    const isNew = submission.batch === batch && !created.has(id);
    created.add(id);
    return { line, ok: true, created: isNew, title, submissionId: id, taskId, inputId };
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return { line, ok: false, code: error.code, path: "", message: error.message, ...error.issues[0] };
  }
}

function overLimit({ lines, submissions }: typeof IMPORT_LIMITS): GatewayError {
  return new GatewayError("BAD_REQUEST", {
    message: `An import is limited to ${lines} lines and ${submissions} submissions. Import this line and the following lines separately.`,
  });
}

const BLANK_BYTES = new Set([..." \t\r"].map((character) => character.charCodeAt(0)));

function isBlank(content: ImportLine): boolean {
  if (content === undefined) return false;
  return typeof content === "string" ? content.trim() === "" : content.every((byte) => BLANK_BYTES.has(byte));
}

function toInput(line: string): SubmitInput {
  const parsed = parseText(line);
  if (!parsed.ok || !isJsonObject(parsed.value) || !Object.hasOwn(parsed.value, "request"))
    return { valid: requireValid(line) };
  const about = aboutSubmission.safeParse(parsed.value);
  if (!about.success) throw new GatewayError("BAD_REQUEST", { message: z.prettifyError(about.error) });
  return { valid: requireMember(line), ...about.data };
}
