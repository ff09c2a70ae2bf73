"use client";

import { Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { ListPage, pagesOf } from "#components/ui/list-page.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { PageTabs } from "#components/ui/page-tabs.tsx";
import { QUESTION_COLUMN, QuestionLink } from "#components/ui/question-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Inputs, type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { SubmissionsQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { STATUSES } from "#lib/contract/statuses.ts";
import { ORIGIN_LABELS, STATUS_LABELS } from "#lib/domain/submissions.ts";
import { capitalized, formatCount } from "#lib/format.ts";
import { SubmissionState } from "./submission-state.tsx";

interface SubmissionListProps {
  readonly query: SubmissionsQuery;
  readonly input: Inputs["submissions"]["list"];
}

export function SubmissionList({ query, input }: SubmissionListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.submissions.list.queryOptions(input));
  return (
    <ListPage
      title="Submissions"
      about="Requests sent for review. A submission can be run once its question and evidence are approved."
      actions={<NextStep href={routes.importSubmissions} label="Import questions" />}
      filters={
        <>
          <PageTabs label="States of submissions" tabs={tabsOf(query, data.counts)} />
          <Filters query={query} />
        </>
      }
      empty={
        data.submissions.length === 0 && (
          <Empty title="No submissions">
            {query.whose === "all" && [query.status, query.text, query.tag].every((value) => value === undefined)
              ? "Compose a request, import a JSONL file, or call submissions.submit from a script."
              : "Clear a filter, or show the submissions of all authors."}
          </Empty>
        )
      }
      pages={pagesOf(query, data.next, routes.submissions, ["Newest submissions", "Older submissions"])}
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
  { name: "State", width: 172, show: ({ status }) => <SubmissionState status={status} /> },
  {
    ...QUESTION_COLUMN,
    show: ({ submissionId, title, note }) => (
      <>
        <QuestionLink href={routes.submission(submissionId)} question={title} />
        {note !== "" && (
          <Text c="dimmed" fw={400} lineClamp={1}>
            <ForeignText text={note} />
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
  { label: "me", value: "" },
  { label: "everyone", value: "all" },
];

/** Returns a tab for all submissions and for each state that has some. */
function tabsOf({ status: current, ...query }: SubmissionsQuery, counts: Outputs["submissions"]["list"]["counts"]) {
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const states = STATUSES.flatMap((status) => counts.find((one) => one.status === status) ?? []);
  return [{ status: undefined, count: total }, ...states].map(({ status, count }) => ({
    href: routes.submissions({ ...query, status, after: undefined }),
    name: `${status === undefined ? "All" : capitalized(STATUS_LABELS[status])} ${formatCount(count)}`,
    isCurrent: status === current,
  }));
}

function Filters({ query: { whose, status, text, tag } }: { readonly query: SubmissionsQuery }) {
  return (
    <FilterForm
      what="submissions"
      action={routes.submissions()}
      kept={{ status }}
      fields={[
        { name: "text", label: "Search", value: text },
        { name: "whose", label: "Author", value: whose, choices: OWNERS },
        { name: "tag", label: "Tag", value: tag },
      ]}
    />
  );
}
