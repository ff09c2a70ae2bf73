import { MAX_CASES } from "#lib/domain/evaluations.ts";
import { text } from "#lib/domain/fields.ts";
import { createOrderCheck, createOutcomeCheck, parseCase, type ResolvedCase } from "#lib/evaluation/resolved-case.ts";
import { MAX_LINE_BYTES } from "#lib/files/batch-entries.ts";
import { eachValue } from "#lib/files/read-values.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import { requireRelease } from "#server/gateway/predict/admit.ts";
import { requireMember } from "#server/gateway/predict/valid-request.ts";
import type { Work } from "#server/limits/work.ts";
import type { Model } from "#server/models/model.ts";

export interface BadLine {
  readonly line: number;
  readonly message: string;
}

/** A case with its option ids in the order of the file. */
export interface FileCase extends ResolvedCase {
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
export async function readCaseFile(model: Model, file: string, work: Work): Promise<CaseFile> {
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
