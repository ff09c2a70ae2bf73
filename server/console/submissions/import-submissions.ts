import { v7 as uuid } from "uuid";
import { z } from "zod";
import { pointer } from "#lib/contract/issue.ts";
import { isJsonObject } from "#lib/contract/json.ts";
import { parseText } from "#lib/contract/parse-body.ts";
import type { Member } from "#lib/domain/members.ts";
import { MAX_IMPORTED } from "#lib/domain/submissions.ts";
import { MAX_LINE_BYTES } from "#lib/files/batch-entries.ts";
import { eachValue } from "#lib/files/read-values.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { runImport } from "#server/console/members/run-import.ts";
import { inTransaction, withoutStoring } from "#server/db/in-transaction.ts";
import { requireMember, requireValid } from "#server/gateway/predict/valid-request.ts";
import type { Work } from "#server/limits/work.ts";
import { aboutSubmission, type SubmitInput, submitIn } from "./submit-request.ts";

export type LineReport =
  | {
      readonly line: number;
      readonly ok: true;
      /** False if the author or an earlier line already has an open submission with the same content. */
      readonly created: boolean;
      readonly title: string;
      /** Null in a preview, unless the submission exists already. */
      readonly submissionId: string | null;
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

interface ImportOptions {
  /** Checks every line like an import, but stores nothing. */
  readonly preview?: boolean | undefined;
  readonly limits?: typeof IMPORT_LIMITS;
}

const IMPORT_LIMITS = { lines: 10_000, submissions: MAX_IMPORTED };

/**
 * Submits each value of a file of JSON Lines or a JSON array: a request, or `{"request": …, "title": …, …}`. A rejected
 * line does not stop the others. Stops at the limits; the last report is then an error for the first line that was not
 * imported. Rejects with the signal's reason once it aborts. A member can import only one file at a time.
 */
export function importSubmissions(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now" | "importingMembers">,
  member: Member,
  open: () => Promise<string>,
  work: Work,
  { preview = false, limits = IMPORT_LIMITS }: ImportOptions = {},
): Promise<LineReport[]> {
  return runImport(gateway, member, async () => {
    const reports: LineReport[] = [];
    const file = { batch: uuid(), preview, seen: new Set<string>() };
    let submissions = 0;
    for (const value of eachValue(await open())) {
      await work.step();
      const { line } = value;
      if (reports.length === limits.lines || submissions === limits.submissions) {
        reports.push({ line, ok: false, code: "BAD_REQUEST", message: overLimit(limits), path: "" });
        break;
      }
      const report =
        "text" in value
          ? await importLine(gateway, member, value, file)
          : ({ line, ok: false, code: "INVALID_JSON", message: value.message, path: "" } as const);
      reports.push(report);
      if (report.ok) submissions++;
    }
    return reports;
  });
}

interface ImportedFile {
  readonly batch: string;
  readonly preview: boolean;
  /** Submissions of earlier lines, by their id or, in a preview, by their content. */
  readonly seen: Set<string>;
}

async function importLine(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now">,
  member: Member,
  { line, text }: { readonly line: number; readonly text: string },
  { batch, preview, seen }: ImportedFile,
): Promise<LineReport> {
  try {
    const input = toInput(text);
    const transact = preview ? withoutStoring : inTransaction;
    const submission = await transact(gateway.database, (transaction) =>
      submitIn(gateway, transaction, member, input, { origin: "import", batch }),
    );
    const { title, taskId, inputId, options } = submission;
    const key = preview ? JSON.stringify([taskId, inputId, options]) : submission.id;
    const created = submission.batch === batch && !seen.has(key);
    seen.add(key);
    const submissionId = preview && submission.batch === batch ? null : submission.id;
    return { line, ok: true, created, title, submissionId, taskId, inputId };
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    return { line, ok: false, code: error.code, path: "", message: error.message, ...error.issues[0] };
  }
}

function overLimit({ lines, submissions }: typeof IMPORT_LIMITS): string {
  return `An import is limited to ${lines} lines and ${submissions} submissions. Import this line and the following lines separately.`;
}

const lineSchema = z.strictObject({ ...aboutSubmission.shape, request: z.unknown() });

function toInput(text: string): SubmitInput {
  if (Buffer.byteLength(text) > MAX_LINE_BYTES) {
    throw new GatewayError("REQUEST_TOO_LARGE", { wholeMessage: "The line is too long." });
  }
  const parsed = parseText(text);
  if (!parsed.ok || !isJsonObject(parsed.value) || !Object.hasOwn(parsed.value, "request"))
    return { valid: requireValid(text) };
  const about = lineSchema.safeParse(parsed.value);
  if (about.success) return { ...about.data, valid: requireMember(text) };
  const [issue] = about.error.issues;
  const keys = issue?.code === "unrecognized_keys" ? issue.keys : [];
  const path = pointer([...(issue?.path ?? []), ...keys.slice(0, 1)].map(String));
  const message = keys.length > 0 ? "A submission has no such member." : (issue?.message ?? "");
  throw new GatewayError("BAD_REQUEST", { message, issues: [{ code: "INVALID_REQUEST", path, message }] });
}
