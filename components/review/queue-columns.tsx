import { Anchor, Group, Text } from "@mantine/core";
import type { Column } from "#components/ui/data-table.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Link } from "#components/ui/link.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { ReviewQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { ORIGIN_LABELS } from "#lib/domain/submissions.ts";
import { SEVERITY_LABELS } from "#lib/findings/finding.ts";
import { formatDay, visible } from "#lib/format.ts";
import type { Queued } from "./queue-screen.tsx";

export function queueColumns(query: ReviewQuery, memberId: string): Column<Queued>[] {
  return [
    {
      name: "Question",
      isName: true,
      width: "44%",
      narrow: "whole line",
      show: ({ submissionId, title, question, options, resolvesAt }) => (
        <>
          <Anchor
            component={Link}
            href={routes.reviewOf(submissionId, { ...query, after: undefined })}
            c="var(--ink)"
            lineClamp={1}
            dir="auto"
            title={visible(question)}
            data-open
          >
            <ForeignText text={title} />
          </Anchor>
          <Text span lineClamp={1} size="xs" c="dimmed" fw={400} lh={1.3}>
            resolves {formatDay(resolvesAt)} · <ForeignText text={options.join(" · ")} />
          </Text>
        </>
      ),
    },
    { name: "Findings", width: 92, show: ({ findings }) => <FindingCounts findings={findings} /> },
    { name: "Submitted", width: 90, show: ({ createdAt }) => <TimeText at={createdAt} /> },
    {
      name: "Origin",
      width: 110,
      show: ({ origin, client, supersedes, isRenewal }) => {
        const { short } = ORIGIN_LABELS[origin];
        const text = supersedes === null ? short : `${short}, ${isRenewal ? "renewal" : "revision"}`;
        return client === null ? text : <ForeignText text={`${text}, calls itself ${client}`} />;
      },
    },
    { name: "Author", width: 110, show: ({ author }) => author },
    { name: "Cutoff", width: 90, narrow: "leave out", show: ({ asOf }) => <TimeText at={asOf} /> },
    { name: "Reviewer", width: 120, show: (submission) => <Turn submission={submission} memberId={memberId} /> },
  ];
}

function Turn({ submission, memberId }: { readonly submission: Queued; readonly memberId: string }) {
  const { mine, authorId, looking, disputed, assignee, assignedTo } = submission;
  return (
    <Group gap="0 8px">
      {disputed && <StatusBadge tone="warn">disagreement</StatusBadge>}
      {mine && <span>{authorId === memberId ? "your submission" : "for another reviewer"}</span>}
      {assignee !== null && <span>{assignedTo === memberId ? "assigned to you" : `assigned to ${assignee}`}</span>}
      {looking !== null && (
        <Text span c="var(--warn)">
          {looking} is reviewing
        </Text>
      )}
    </Group>
  );
}

const SIGNS = [
  { severity: "high", sign: "■", color: "var(--bad)" },
  { severity: "medium", sign: "▲", color: "var(--warn)" },
  { severity: "low", sign: "○", color: "var(--ink-faint)" },
] as const;

function FindingCounts({ findings }: { readonly findings: readonly string[] }) {
  const counts = SIGNS.flatMap((sign) => {
    const count = findings.filter((finding) => finding.startsWith(`${sign.severity}:`)).length;
    return count === 0 ? [] : [{ ...sign, words: SEVERITY_LABELS[sign.severity], count }];
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
