import { decodeBody } from "#lib/contract/parse-body.ts";
import { MAX_CASES } from "#lib/domain/evaluations.ts";
import { text } from "#lib/domain/fields.ts";
import { createOrderCheck, parseCase, type ResolvedCase } from "#lib/evaluation/resolved-case.ts";
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
  /** The first MAX_BAD_LISTED invalid lines, and a last entry if checking stopped early. */
  readonly bad: readonly BadLine[];
  readonly badLines: number;
}

const MAX_BAD_LISTED = 50;
/** Limit of invalid lines and of empty lines: a gzipped file may unpack to millions of short lines. */
const MAX_SKIPPED = 500;
const name = text(500);

/**
 * Parses a file of resolved questions line by line. An undefined line is longer than MAX_LINE_BYTES. Rejects with
 * BAD_REQUEST for too many cases or empty lines, and with the reason of the work's signal once it aborts.
 */
export async function readCaseFile(
  model: Model,
  lines: AsyncIterable<Uint8Array | undefined>,
  work: Work,
): Promise<CaseFile> {
  const cases: FileCase[] = [];
  const bad: BadLine[] = [];
  const checkOrder = createOrderCheck();
  let badLines = 0;
  let emptyLines = 0;
  let line = 0;
  for await (const bytes of lines) {
    await work.step();
    line++;
    const read = checkOrder(readLine(model, bytes, line));
    if (read === undefined) emptyLines++;
    else if (typeof read !== "string") cases.push(read);
    else if (++badLines <= MAX_BAD_LISTED) bad.push({ line, message: read });
    if (cases.length > MAX_CASES)
      throw refusal(`The file has more than ${MAX_CASES} cases. Nothing was saved. Split the file.`);
    if (emptyLines > MAX_SKIPPED) throw refusal(`The file has more than ${MAX_SKIPPED} empty lines. Remove them.`);
    if (badLines === MAX_SKIPPED) {
      bad.push({ line, message: "checking stopped after this line" });
      break;
    }
  }
  return { cases, bad, badLines };
}

/** Returns the case, an error message, or undefined for an empty line. */
function readLine(model: Model, bytes: Uint8Array | undefined, line: number): FileCase | string | undefined {
  if (bytes === undefined) return "the line is too long";
  const decoded = decodeBody(bytes);
  if (typeof decoded !== "string") return decoded.issue.message;
  if (decoded.trim() === "") return undefined;
  const read = parseCase(decoded, line);
  if (typeof read === "string") return read;
  let options: readonly string[];
  try {
    // Apply the checks of a prediction's body as well: size limit and duplicate names.
    options = requireMember(decoded).options;
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
