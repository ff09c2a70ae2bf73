import type { Finding } from "#lib/findings/finding.ts";
import { visible } from "#lib/format.ts";

interface MarkedProps {
  readonly text: string;
  /** JSON Pointer of the text in its request. */
  readonly path: string;
  readonly findings: readonly Finding[];
}

/** Renders a text of a request and highlights the passages that its findings quote. */
export function Marked({ text, path, findings }: MarkedProps) {
  const passages = findings
    .flatMap((finding) => (finding.path === path && finding.evidence !== undefined ? [finding.evidence] : []))
    .sort((a, b) => a.start - b.start);
  const parts = [];
  let from = 0;
  for (const { start, end } of passages) {
    // A passage that overlaps an earlier passage is skipped.
    if (start < from) continue;
    parts.push(visible(text.slice(from, start)), <mark key={start}>{visible(text.slice(start, end))}</mark>);
    from = end;
  }
  return [...parts, visible(text.slice(from))];
}
