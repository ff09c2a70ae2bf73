import type { JsonObject } from "#lib/contract/json.ts";
import { formatInstant, plainWords, visible } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { VerifiedCheckpoint } from "#lib/tlog/verify-proof.ts";

/** Describes a verified event in one or two sentences. An event of another log may lack any member. */
export function describeEvent(event: JsonObject): string {
  const { kind, at, release, task_id: task, probabilities, choice } = event;
  const time = typeof at === "string" ? ` on ${formatInstant(at)} UTC` : "";
  if (kind !== "prediction.answered" || !isNumbers(probabilities)) {
    return `An event of the kind “${plainWords(textOf(kind))}”, recorded${time}.`;
  }
  const shares = probabilities.map((probability) => formatPercent(probability)).join(", ");
  const top = typeof choice === "number" ? ` Option ${choice + 1} is the most probable one.` : "";
  return `A forecast of the release ${textOf(release)} for the question ${textOf(task)}, recorded${time}. Probabilities of the options, sorted by id: ${shares}.${top}`;
}

const textOf = (value: unknown) => visible(typeof value === "string" ? value : JSON.stringify(value ?? null));

function isNumbers(value: unknown): value is readonly number[] {
  return Array.isArray(value) && value.every((one) => typeof one === "number");
}

export function describeWitnesses({ cosignatures, witnessedAt }: VerifiedCheckpoint): string {
  if (cosignatures.length === 0) return "Not witnessed: no witness of the policy has cosigned the checkpoint.";
  const names = `The checkpoint is cosigned by ${cosignatures.map(({ witness }) => visible(witness)).join(", ")}.`;
  return witnessedAt === undefined
    ? `${names} The policy requires no witness, so no time is proven.`
    : `${names} The event was recorded before ${formatInstant(new Date(witnessedAt * 1000).toISOString())} UTC.`;
}
