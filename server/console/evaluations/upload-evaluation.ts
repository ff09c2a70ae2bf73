import { MAX_CASES } from "#lib/domain/evaluations.ts";
import { text } from "#lib/domain/fields.ts";
import type { Member } from "#lib/domain/members.ts";
import { titleOf } from "#lib/domain/submissions.ts";
import { createOrderCheck, createOutcomeCheck, parseCase, type ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import { MAX_LINE_BYTES } from "#lib/files/batch-entries.ts";
import { eachValue } from "#lib/files/read-values.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { runImport } from "#server/console/members/run-import.ts";
import { inTransaction, runWithCommit } from "#server/db/in-transaction.ts";
import { requireRelease } from "#server/gateway/predict/admit.ts";
import { requireMember, ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { findingsOf } from "#server/gateway/submissions/find-submission-findings.ts";
import { storeContent } from "#server/gateway/submissions/store-content.ts";
import type { Work } from "#server/limits/work.ts";
import type { Model } from "#server/models/model.ts";
import { type CaseRow, requireRoom, saveEvaluation } from "./save-evaluation.ts";

export interface UploadedFile {
  /** If empty, the file name becomes the title. */
  readonly title: string;
  readonly name: string;
  /** JSON Lines or a JSON array. */
  readonly text: string;
  /** SHA-256 of the uncompressed file in hex. */
  readonly digest: string;
}

export type UploadReport =
  | { readonly ok: true; readonly evaluationId: string; readonly cases: number; readonly dataDigest: string }
  /** A preview. */
  | { readonly ok: true; readonly cases: number }
  | { readonly ok: false; readonly bad: readonly BadLine[]; readonly badLines: number };

/**
 * Sends a file of resolved questions for review as a whole. If a line is invalid, saves nothing and returns the invalid
 * lines. Throws CONFLICT if the member has MAX_OPEN evaluations in progress, BAD_REQUEST if the file has no cases or
 * too many, TOO_MANY_REQUESTS while another import of the member is running. A preview saves nothing.
 */
export async function uploadEvaluation(
  gateway: Pick<ConsoleContext, "database" | "dailyBytes" | "events" | "model" | "now" | "importingMembers">,
  member: Member,
  openFile: () => Promise<UploadedFile>,
  work: Work,
  { preview = false }: { readonly preview?: boolean | undefined } = {},
): Promise<UploadReport> {
  return runImport(gateway, member, async () => {
    await requireRoom(gateway, member);
    const file = await openFile();
    const { cases, bad, badLines } = await readCaseFile(gateway.model, file.text, work);
    if (badLines > 0) return { ok: false, bad, badLines };
    if (cases.length === 0) throw new GatewayError("BAD_REQUEST", { message: "The file contains no cases." });
    return preview ? { ok: true, cases: cases.length } : save(gateway, member, file, cases, work);
  });
}

async function save(
  gateway: Pick<ConsoleContext, "database" | "dailyBytes" | "events" | "model" | "now">,
  member: Member,
  { title, name, digest: dataDigest }: UploadedFile,
  cases: readonly FileCase[],
  work: Work,
): Promise<UploadReport> {
  const { database, dailyBytes } = gateway;
  const rows: CaseRow[] = [];
  for (const { line, set, question, request, outcome, options, order, block, references } of cases) {
    const valid = new ValidRequest({ request, options });
    await inTransaction(database, async (transaction) => {
      const bytes = await storeContent(transaction, valid, gateway.now());
      const added = { holder: member.id, bytes, kind: "files" } as const;
      if (bytes > 0) runWithCommit(transaction, await dailyBytes.count(transaction, added));
    });
    const findings = [...new Set(findingsOf(gateway, request).map((finding) => finding.id))].sort();
    const { task, input } = valid;
    const place = { line, set, question, taskId: task.id, inputId: input.id, outcome, options: [...options] };
    const optionOrder = order === undefined ? null : [...order];
    rows.push({ ...place, optionOrder, block: block ?? null, references: references ?? null, findings });
    await work.step();
  }
  const evaluationId = await saveEvaluation(gateway, member, {
    title: titleOf(title, name),
    fileName: name,
    dataDigest,
    rows,
  });
  return { ok: true, evaluationId, cases: rows.length, dataDigest };
}

interface BadLine {
  readonly line: number;
  readonly message: string;
}

/** A case with its option ids in the order of the file. */
interface FileCase extends ResolvedCase {
  readonly options: readonly string[];
}

interface CaseFile {
  readonly cases: readonly FileCase[];
  /** The invalid lines, and a last entry if checking stopped early. */
  readonly bad: readonly BadLine[];
  readonly badLines: number;
}

/** Checking stops after this number of invalid lines. */
const MAX_BAD = 500;
const name = text(500);

/**
 * Parses a file of resolved questions: JSON Lines or a JSON array. Rejects with BAD_REQUEST for too many cases, and with
 * the reason of the work's signal once it aborts.
 */
async function readCaseFile(model: Model, file: string, work: Work): Promise<CaseFile> {
  const cases: FileCase[] = [];
  const bad: BadLine[] = [];
  const checkOrder = createOrderCheck();
  const checkOutcome = createOutcomeCheck();
  let badLines = 0;
  for (const value of eachValue(file)) {
    await work.step();
    const { line } = value;
    const read = "message" in value ? value.message : checkOutcome(checkOrder(readLine(model, value.text, line)));
    if (typeof read !== "string") cases.push(read);
    else badLines = bad.push({ line, message: read });
    if (cases.length > MAX_CASES)
      throw refusal(`The file has more than ${MAX_CASES} cases. Nothing was saved. Split the file.`);
    if (badLines === MAX_BAD) {
      bad.push({ line, message: "checking stopped after this line" });
      break;
    }
  }
  return { cases, bad, badLines };
}

/** Returns the case, or an error message. */
function readLine(model: Model, content: string, line: number): FileCase | string {
  if (Buffer.byteLength(content) > MAX_LINE_BYTES) return "the line is too long";
  const read = parseCase(content, line);
  if (typeof read === "string") return read;
  let options: readonly string[];
  try {
    // Apply the checks of a prediction's body as well: size limit and duplicate names.
    options = requireMember(content).options;
    requireRelease(model, read.request.model);
  } catch (error) {
    if (isGatewayError(error)) return `request: ${error.code}: ${error.issues[0]?.message ?? error.message}`;
    throw error;
  }
  const [first] = [read.set, read.question].map((given) => name.safeParse(given)).filter(({ success }) => !success);
  if (first !== undefined) return `set or question: ${first.error?.issues[0]?.message}`;
  return { ...read, options };
}

function refusal(message: string): GatewayError {
  return new GatewayError("BAD_REQUEST", { message });
}
