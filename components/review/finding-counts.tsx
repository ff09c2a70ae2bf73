const SIGNS = [
  { severity: "high", sign: "■", words: "must fix", color: "var(--bad)" },
  { severity: "medium", sign: "▲", words: "please check", color: "var(--warn)" },
  { severity: "low", sign: "○", words: "note", color: "var(--ink-faint)" },
] as const;

/** How many findings of each severity a submission has, in the width of a cell. */
export function FindingCounts({ findings }: { readonly findings: readonly string[] }) {
  const counts = SIGNS.flatMap((sign) => {
    const count = findings.filter((finding) => finding.startsWith(`${sign.severity}:`)).length;
    return count === 0 ? [] : [{ ...sign, count }];
  });
  if (counts.length === 0) return "none";
  return counts.map(({ severity, sign, words, color, count }) => (
    <span key={severity} title={`${count} ${words}`} style={{ marginInlineEnd: 8, whiteSpace: "nowrap" }}>
      <span aria-hidden="true" style={{ color }}>
        {sign}
      </span>{" "}
      {count} <span className="visually-hidden">{words}</span>
    </span>
  ));
}
