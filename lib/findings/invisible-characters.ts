import { type Path, pointer } from "#lib/contract/issue.ts";
import { splitRuns } from "#lib/text/text-runs.ts";
import { evidence } from "./evidence.ts";
import type { Detector, Finding, Severity } from "./finding.ts";

/** More kinds of characters are not named. */
const MAX_NAMED = 5;

/**
 * Reports invisible characters. Texts copied from web pages often contain some, so they matter less in observations,
 * unless they change the order of the text.
 */
export const findInvisibleCharacters: Detector = ({ task, input }) => [
  ...findIn(["task", "instructions"], task.instructions, "high"),
  ...Object.entries(task.criteria).flatMap(([id, text]) => findIn(["task", "criteria", id], text ?? "", "high")),
  ...findIn(["task", "resolution", "criteria"], task.resolution.criteria, "high"),
  ...input.context.flatMap((item, index) => {
    const [field, text] = item.type === "text" ? ["text", item.text] : ["data", JSON.stringify(item.data)];
    return findIn(["input", "context", index, field], text, /\p{Bidi_C}/u.test(text) ? "medium" : "low");
  }),
];

function findIn(path: Path, text: string, severity: Severity): Finding[] {
  const { first, sentence } = describeInvisible(text);
  if (first === undefined) return [];
  const finding = { id: "invisible-characters", severity, path: pointer(path) } as const;
  const advice = "Remove them, or explain to the reviewers why they are needed.";
  // Structured data are not a string with positions.
  if (path.at(-1) === "data") return [{ ...finding, message: `${sentence} ${advice}` }];
  const message = `${sentence} The first is at position ${first + 1}. ${advice}`;
  return [{ ...finding, message, evidence: evidence(text, first, first + 1) }];
}

/** Names the invisible characters of a text in one sentence. `first` is the index of the first one, if there are any. */
export function describeInvisible(text: string): { readonly first?: number; readonly sentence?: string } {
  const found = splitRuns(text).filter((run) => run.mark !== undefined && !/\p{Zs}/u.test(run.text));
  if (found[0] === undefined) return {};
  const counts = [...Map.groupBy(found, ({ mark }) => mark?.name)].map(([name, { length }]) => `${name} (${length})`);
  const named = counts.length > MAX_NAMED ? [...counts.slice(0, MAX_NAMED), "others"] : counts;
  return { first: found[0].start, sentence: `Contains invisible characters: ${named.join(", ")}.` };
}
