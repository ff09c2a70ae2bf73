import { createHash } from "node:crypto";
import { MAX_FILE_MIB } from "#lib/domain/evaluations.ts";
import type { SignedIn } from "#lib/domain/members.ts";
import type { ResolvedFilter } from "#lib/domain/resolved-questions.ts";
import { titleOf } from "#lib/domain/submissions.ts";
import { GatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { runImport } from "#server/console/members/run-import.ts";
import type { Work } from "#server/limits/work.ts";
import { findResolvedCases } from "./find-resolved-cases.ts";
import { printCases } from "./print-cases.ts";
import { requireRoom, saveEvaluation } from "./save-evaluation.ts";

/**
 * Creates an evaluation of approved inputs whose questions are resolved. Each input was approved individually, so the
 * evaluation needs no review. Throws BAD_REQUEST if no inputs or too many match, CONFLICT if the member has too many
 * evaluations in progress, TOO_MANY_REQUESTS while an import of the member is running.
 */
export function evaluateResolved(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now" | "importingMembers">,
  member: SignedIn,
  { title, selection }: { readonly title: string; readonly selection: ResolvedFilter },
  work: Work,
): Promise<{ readonly evaluationId: string }> {
  const { database, model, now } = gateway;
  return runImport(gateway, member, async () => {
    await requireRoom(gateway, member);
    const found = await findResolvedCases(database.orm, selection, { release: model.release, now: now() }, work);
    if (found.length === 0) throw new GatewayError("BAD_REQUEST", { message: "No approved input matches." });
    const dataDigest = await digestFile(printCases(database, model.release, found), work);
    const fileName = `resolved-${dataDigest.slice(0, 8)}.jsonl`;
    const evaluationId = await saveEvaluation(gateway, member, {
      title: titleOf(title, fileName),
      fileName,
      dataDigest,
      rows: found.map(({ asOf, findings, ...row }, index) => ({ ...row, findings: [...findings], line: index + 1 })),
      selection,
    });
    return { evaluationId };
  });
}

async function digestFile(parts: AsyncIterable<string>, work: Work): Promise<string> {
  const digest = createHash("sha256");
  let bytes = 0;
  for await (const part of parts) {
    await work.step();
    digest.update(part);
    bytes += Buffer.byteLength(part);
    if (bytes > MAX_FILE_MIB * 2 ** 20) {
      const message = `The file would be larger than ${MAX_FILE_MIB} MiB. Restrict the tag or the dates.`;
      throw new GatewayError("BAD_REQUEST", { message });
    }
  }
  return digest.digest("hex");
}
