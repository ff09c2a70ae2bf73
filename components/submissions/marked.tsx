import { showRuns } from "#components/ui/foreign-text.tsx";
import type { Finding } from "#lib/findings/finding.ts";
import { cutRuns, splitRuns } from "#lib/text/text-runs.ts";
import { Prose } from "./prose.tsx";

interface MarkedProps {
  readonly text: string;
  /** JSON Pointer of the text in its request. */
  readonly path: string;
  readonly findings: readonly Finding[];
}

/** Shows a text of a request as its author wrote it, and highlights the passages that its findings quote. */
export function Marked({ text, path, findings }: MarkedProps) {
  const passages = findings
    .flatMap((finding) => (finding.path === path && finding.evidence !== undefined ? [finding.evidence] : []))
    .sort((a, b) => a.start - b.start);
  const runs = splitRuns(text);
  const show = (start: number, end?: number) => showRuns(cutRuns(runs, start, end));
  const parts = [];
  let from = 0;
  for (const { start, end } of passages) {
    // A passage that overlaps an earlier passage is skipped.
    if (start < from) continue;
    parts.push(...show(from, start), <mark key={`${start} ${end}`}>{show(start, end)}</mark>);
    from = end;
  }
  return <Prose>{[...parts, ...show(from)]}</Prose>;
}
