"use client";

import { Text } from "@mantine/core";
import { Fragment } from "react";
import type { Reviewed } from "#components/submissions/reviewed.ts";
import { ChangeRow } from "#components/ui/change-row.tsx";
import { DividedList } from "#components/ui/divided-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { diffSubmissions } from "#lib/diff/diff-submissions.ts";
import { countOf } from "#lib/format.ts";

/** The end of the path of a history's value. */
const VALUE = /(?<=\.data\.values)\..*/;
const MAX_VALUES = 20;

/**
 * Compares a submission with the last approved content of its task or, without one, with the submission that it revises.
 * Renders nothing for a first version.
 */
export function DiffPanel({ submission, context }: Reviewed) {
  const base = context.lastApproved ?? context.superseded;
  if (base === null) return null;
  const changes = diffSubmissions(base, submission);
  return (
    <Panel
      title={context.lastApproved === null ? "Changes since the previous version" : "Changes since the last approval"}
    >
      <Text c="dimmed">
        {changes.length === 0 ? "No changes" : countOf(changes.length, "change")} since the version of{" "}
        <TimeText at={base.createdAt} exact />.
      </Text>
      <DividedList>
        {[...Map.groupBy(changes, ({ path }) => path.replace(VALUE, ""))].map(([place, all]) => (
          <Fragment key={place}>
            {all.slice(0, MAX_VALUES).map((change) => (
              <ChangeRow key={`${change.kind} ${change.path}`} change={change} />
            ))}
            {all.length > MAX_VALUES && <li>and {countOf(all.length - MAX_VALUES, "more change")} to these values</li>}
          </Fragment>
        ))}
      </DividedList>
    </Panel>
  );
}
