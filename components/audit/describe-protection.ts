import { countOf, formatCount } from "#lib/format.ts";

/** Says which events a signed checkpoint protects. Until the next one, the newest events could be cut off unnoticed. */
export function describeProtection(checkpoint: { readonly seq: number } | null): string {
  const chain = "Each event contains the hash of the previous event.";
  if (checkpoint === null) return `${chain} No checkpoint is signed yet.`;
  return `${chain} The signed checkpoint of event ${formatCount(checkpoint.seq)} reveals any change to this event and those before it. The next checkpoint protects later events.`;
}

/** Says which of the verified events a checkpoint covers, and how many contents are erased. */
export function describeCoverage(events: number, checkpointedUpTo: number, missingContents: number): string {
  const covered = checkpointedUpTo < events ? `the first ${formatCount(checkpointedUpTo)} of them` : "all of them";
  const erased = missingContents > 0 ? ` Erased: ${countOf(missingContents, "content")}.` : "";
  return `The last signed checkpoint covers ${covered}.${erased}`;
}
