import { v7 as uuid } from "uuid";
import type { Json } from "#lib/contract/json.ts";
import type { SignedIn } from "#lib/domain/members.ts";
import { memberActor } from "#server/audit/log/event.ts";
import { GatewayError, isGatewayError } from "#server/base/errors.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { readSubmission } from "#server/console/submissions/get-submission.ts";
import { inTransaction } from "#server/db/in-transaction.ts";
import { requireRelease } from "#server/gateway/predict/admit.ts";
import { requireValid } from "#server/gateway/predict/require-valid.ts";
import { ValidRequest } from "#server/gateway/predict/valid-request.ts";
import { createSubmission } from "#server/gateway/submissions/create-submission.ts";

export interface Variant {
  readonly name: string;
  /** Observations that replace those of the submission. */
  readonly context: Json;
}

export interface NewExperiment {
  readonly submissionId: string;
  readonly variants: readonly Variant[];
}

/**
 * Sends variants of a submission for review, each as a separate submission, because an input with different
 * observations needs its own approval. Throws BAD_REQUEST, and sends no variant, if a variant is invalid or has the
 * same observations as another variant or the original.
 */
export async function createExperiment(
  gateway: Pick<ConsoleContext, "database" | "events" | "model" | "now">,
  member: SignedIn,
  { submissionId, variants }: NewExperiment,
): Promise<{ readonly experimentId: string }> {
  const { submission, request } = await readSubmission(gateway.database, submissionId);
  const valid = new ValidRequest({ request, options: submission.options });
  requireRelease(gateway.model, submission.release);
  const read = variants.map(({ name, context }) => ({ name, valid: readVariant(valid, name, context) }));
  requireDifferent([{ name: "Original submission", valid }, ...read]);
  const id = uuid();
  await inTransaction(gateway.database, async (transaction) => {
    for (const variant of read) {
      await createSubmission(gateway, transaction, {
        actor: memberActor(member),
        origin: "console",
        valid: variant.valid,
        ordered: submission.ordered,
        title: `${submission.title} (${variant.name})`,
        experiment: { id, variant: variant.name, of: submissionId },
      });
    }
  });
  return { experimentId: id };
}

/** Returns the request with the observations of the variant. Options stay in the original order. */
function readVariant({ request, options }: ValidRequest, name: string, context: Json): ValidRequest {
  const { model, task, input } = request;
  try {
    const changed = requireValid(JSON.stringify({ model, task, input: { ...input, context } }));
    return new ValidRequest({ request: changed.request, options });
  } catch (error) {
    if (!isGatewayError(error)) throw error;
    const path = error.issues[0]?.path ?? "";
    throw new GatewayError("BAD_REQUEST", { message: `Variant "${name}", ${path}: ${error.message}` });
  }
}

function requireDifferent(all: readonly { readonly name: string; readonly valid: ValidRequest }[]): void {
  const names = new Map<string, string>();
  for (const { name, valid } of all) {
    const { id } = valid.input;
    const other = names.get(id);
    if (other !== undefined) {
      throw new GatewayError("BAD_REQUEST", { message: `"${name}" has the same observations as "${other}".` });
    }
    names.set(id, name);
  }
}
