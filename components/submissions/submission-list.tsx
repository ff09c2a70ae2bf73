"use client";

import { Button, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { FilterLinks } from "#components/ui/filter-links.tsx";
import { ListPage } from "#components/ui/list-page.tsx";
import { QuestionLink } from "#components/ui/question-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import type { SubmissionsQuery, submissionsInput } from "#lib/console/submission-filter.ts";
import { ORIGIN_LABELS, STATUS_LABELS, STATUSES } from "#lib/console/submissions.ts";
import { visible } from "#lib/format.ts";
import { SubmissionState } from "./submission-state.tsx";

interface SubmissionListProps {
  readonly query: SubmissionsQuery;
  /** The input of `submissions.list` for it. */
  readonly input: ReturnType<typeof submissionsInput>;
}

/** Submissions, the newest first, a page at a time. */
export function SubmissionList({ query, input }: SubmissionListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.submissions.list.queryOptions(input));
  return (
    <ListPage
      title="Submissions"
      about="Questions sent for review. Run one once the question and its evidence are approved."
      actions={
        <Button component={Link} href={routes.importSubmissions} variant="default">
          Import JSONL
        </Button>
      }
      filters={<Filters query={query} />}
      empty={
        data.submissions.length === 0 ? (
          <Empty title="No submissions">
            {query.whose === "all" && query.status === undefined
              ? "Compose a request, import a JSONL file, or call submissions.submit from a script."
              : "Choose another state, or show everyone’s."}
          </Empty>
        ) : undefined
      }
      pages={[
        {
          label: "Newest submissions",
          href: query.after === undefined ? undefined : routes.submissions({ ...query, after: undefined }),
        },
        {
          label: "Older submissions",
          href: data.next === null ? undefined : routes.submissions({ ...query, after: data.next }),
        },
      ]}
    >
      <DataTable
        label="Submissions"
        rows={data.submissions}
        keyOf={({ submissionId }) => submissionId}
        columns={COLUMNS}
        fold="plain"
      />
    </ListPage>
  );
}

type Listed = Outputs["submissions"]["list"]["submissions"][number];

const COLUMNS: readonly Column<Listed>[] = [
  { name: "State", width: 150, show: ({ status }) => <SubmissionState status={status} /> },
  {
    name: "Question",
    isName: true,
    narrow: "whole line",
    show: ({ submissionId, title, note }) => (
      <>
        <QuestionLink href={routes.submission(submissionId)} question={title} />
        {note !== "" && (
          <Text c="dimmed" fw={400} lineClamp={1}>
            {visible(note)}
          </Text>
        )}
      </>
    ),
  },
  { name: "Author", show: ({ author }) => author },
  { name: "Origin", show: ({ origin }) => ORIGIN_LABELS[origin].short },
  { name: "Submitted", show: ({ createdAt }) => <TimeText at={createdAt} /> },
];

const OWNERS = [
  { label: "Mine", value: undefined },
  { label: "Everyone’s", value: "all" },
] as const;

function Filters({ query: { whose, status, tag } }: { readonly query: SubmissionsQuery }) {
  return (
    <FilterLinks
      label="Filter submissions"
      groups={[
        {
          label: "Whose",
          choices: OWNERS.map(({ label, value }) => ({
            label,
            href: routes.submissions({ whose: value, status, tag }),
            current: whose === value,
          })),
        },
        ...(tag === undefined
          ? []
          : [
              {
                label: "Tag",
                choices: [{ label: `tag ${tag} ×`, href: routes.submissions({ whose, status }), current: true }],
              },
            ]),
        {
          label: "State",
          choices: [undefined, ...STATUSES].map((value) => ({
            label: value === undefined ? "any state" : STATUS_LABELS[value],
            href: routes.submissions({ whose, status: value, tag }),
            current: status === value,
          })),
        },
      ]}
    />
  );
}
