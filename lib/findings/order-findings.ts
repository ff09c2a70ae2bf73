import { type Finding, SEVERITIES } from "./finding.ts";

/** The maximum number of findings of one kind. The message of the last one states how many were omitted. */
const MAX_FINDINGS = 10;

/** Orders findings by severity, path (observation 9 before 10) and kind. Keeps at most 10 of each kind. */
export function orderFindings(findings: readonly Finding[]): Finding[] {
  const sorted = findings
    .map((finding) => ({ finding, steps: finding.path.split("/") }))
    .sort(
      (a, b) =>
        SEVERITIES.indexOf(a.finding.severity) - SEVERITIES.indexOf(b.finding.severity) ||
        comparePaths(a.steps, b.steps) ||
        compareText(a.finding.id, b.finding.id),
    )
    .map(({ finding }) => finding);
  const counts = new Map<string, number>();
  for (const { id } of sorted) counts.set(id, (counts.get(id) ?? 0) + 1);
  const listed = new Map<string, number>();
  const shown: Finding[] = [];
  for (const finding of sorted) {
    const count = (listed.get(finding.id) ?? 0) + 1;
    listed.set(finding.id, count);
    if (count > MAX_FINDINGS) continue;
    const more = (counts.get(finding.id) ?? 0) - MAX_FINDINGS;
    shown.push(count === MAX_FINDINGS && more > 0 ? withMore(finding, more) : finding);
  }
  return shown;
}

function withMore(finding: Finding, more: number): Finding {
  return {
    ...finding,
    message: `${finding.message} ${more} more ${more === 1 ? "finding of this kind is" : "findings of this kind are"} not listed.`,
  };
}

function comparePaths(a: readonly string[], b: readonly string[]): number {
  for (let index = 0; index < Math.min(a.length, b.length); index++) {
    const order = compareSteps(a[index] ?? "", b[index] ?? "");
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareSteps(a: string, b: string): number {
  if (a === b) return 0;
  const numbers = /^\d{1,9}$/.test(a) && /^\d{1,9}$/.test(b);
  return (numbers ? Number(a) - Number(b) : 0) || compareText(a, b);
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
