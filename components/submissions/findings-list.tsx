import { Text } from "@mantine/core";
import { DividedList } from "#components/ui/divided-list.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { changeLabel } from "#lib/diff/change-label.ts";
import { type Finding, SEVERITY_LABELS } from "#lib/findings/finding.ts";
import { countOf } from "#lib/format.ts";

const TONES = { high: "bad", medium: "warn", low: "off" } as const;

const QUOTE = { borderInlineStart: "2px solid var(--line-strong)" };

export function FindingsList({ findings }: { readonly findings: readonly Finding[] }) {
  return (
    <Panel title="Findings" aside={<span>{countOf(findings.length, "finding")}</span>}>
      {findings.length === 0 ? (
        <p>No findings. Automated checks are not a review: read every observation.</p>
      ) : (
        <DividedList>
          {findings.map((finding) => (
            <li key={`${finding.id} ${finding.path} ${finding.evidence?.start}`}>
              <div>
                <StatusBadge tone={TONES[finding.severity]}>{SEVERITY_LABELS[finding.severity]}</StatusBadge>{" "}
                <Position path={finding.path} />
              </div>
              {finding.message}
              {finding.evidence !== undefined && (
                <Text component="q" display="block" c="dimmed" pl={10} style={QUOTE}>
                  <ForeignText text={finding.evidence.text} />
                </Text>
              )}
            </li>
          ))}
        </DividedList>
      )}
    </Panel>
  );
}

/** Shows the part of the request that a finding is about. An observation is a link to its table row. */
function Position({ path }: { readonly path: string }) {
  const index = /^\/input\/context\/(\d+)(\/|$)/.exec(path)?.[1];
  if (index !== undefined) {
    return (
      <a href={`#observation-${index}`} title={path}>
        Observation {Number(index) + 1}
      </a>
    );
  }
  return <span title={path}>{changeLabel(path.slice(1).replaceAll("/", "."))}</span>;
}
