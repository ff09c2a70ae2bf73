"use client";

import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { Panel } from "#components/ui/panel.tsx";
import { TagList } from "#components/ui/tag-list.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";

/** Tags of a submission. They also apply to forecasts with the same content. */
export function SubmissionTags({ submissionId }: { readonly submissionId: string }) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.questions.submissionTags.queryOptions({ submissionId }));
  const change = useMutation(trpc.questions.tagSubmission.mutationOptions());
  return (
    <Panel title="Tags">
      <TagList
        tags={data}
        hrefOf={(tag) => routes.submissions({ whose: "all", tag })}
        state={change}
        onChange={(tag, active, then) => change.mutate({ submissionId, tag, active }, then)}
      />
    </Panel>
  );
}
