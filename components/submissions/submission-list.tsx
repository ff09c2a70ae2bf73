"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { Empty } from "#components/ui/empty.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { PlainLink } from "#components/ui/plain-link.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { type readSubmissionsQuery, submissionsInput } from "#lib/console/submissions-query.ts";
import { SubmissionFilters } from "./submission-filters.tsx";
import { SubmissionRows } from "./submission-rows.tsx";

interface SubmissionListProps {
  readonly query: ReturnType<typeof readSubmissionsQuery>;
  readonly memberId: string;
}

/** What was laid before the reviewers, the newest first, a page at a time. */
export function SubmissionList({ query, memberId }: SubmissionListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.submissions.list.queryOptions(submissionsInput(query, memberId)));
  return (
    <Page>
      <PageHead
        title="Submissions"
        about="A task with an input, laid before the reviewers. It is forecast once both are approved."
        actions={<PlainLink href={routes.importSubmissions}>Import JSONL</PlainLink>}
      />
      <SubmissionFilters query={query} />
      {data.submissions.length === 0 ? (
        <Empty title="No submission is here">
          {query.whose === "all" && query.status === undefined
            ? "Compose a request, import a JSONL file of many, or submit one by a script: submissions.submit."
            : "Choose another state, or look at everybody’s."}
        </Empty>
      ) : (
        <SubmissionRows submissions={data.submissions} />
      )}
      <Pager
        what="submissions"
        newest={query.after === undefined ? undefined : routes.submissions({ ...query, after: undefined })}
        older={data.next === null ? undefined : routes.submissions({ ...query, after: data.next })}
      />
    </Page>
  );
}
