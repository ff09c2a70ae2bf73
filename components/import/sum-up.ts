import type { FileContent, Prepared, Refusal, Unreadable } from "#lib/files/file-content.ts";
import { countOf, formatCount } from "#lib/format.ts";
import type { EntryResult, ImportWords } from "./use-import.ts";

interface Progress {
  readonly content: FileContent | Unreadable | undefined;
  readonly prepared: Prepared | undefined;
  readonly checked: readonly EntryResult[];
}

/** Returns the reason why no row can be converted. Targets report it for line 1, which is never a row of a table. */
export function columnError(content: FileContent | Unreadable | undefined, prepared: Prepared | undefined) {
  if (!content?.ok || content.form === "values") return undefined;
  return prepared?.refused.find(({ line }) => line === 1)?.message;
}

/** Returns the entries that an import would add, the number of entries that change nothing, and the refusals by line. */
export function sumUp({ content, prepared, checked }: Progress) {
  const unread: readonly Refusal[] = content?.ok ? content.refused : [];
  const refused = [...unread, ...(prepared?.refused ?? []), ...checked.filter((result) => !result.ok)];
  return {
    added: checked.flatMap((result) => (result.ok && result.isNew ? [result.entry] : [])),
    unchanged: checked.filter((result) => result.ok && !result.isNew).length,
    refused: refused.sort((one, other) => one.line - other.line),
  };
}

/** Returns "23 questions will be submitted, 2 lines are refused, 1 is already in review."; `isWhole`: all or nothing. */
export function sumInWords(
  { added, unchanged, refused }: ReturnType<typeof sumUp>,
  { noun, done, already }: ImportWords,
  isWhole: boolean,
): string {
  const count = isWhole && refused.length > 0 ? `No ${noun}` : countOf(added.length, noun);
  const parts = [`${count} will be ${done}`];
  if (refused.length > 0)
    parts.push(`${countOf(refused.length, "line")} ${refused.length === 1 ? "is" : "are"} refused`);
  if (unchanged > 0) parts.push(`${formatCount(unchanged)} ${unchanged === 1 ? "is" : "are"} ${already}`);
  return `${parts.join(", ")}.`;
}
