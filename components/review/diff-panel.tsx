"use client";

import { SegmentedControl, Text } from "@mantine/core";
import { Fragment, useState } from "react";
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

/** Compares a submission with the last approved content of its task, or with the submission that it revises. */
export function DiffPanel({ submission, context }: Reviewed) {
  const bases = [
    { value: "superseded", label: "Previous version", base: context.superseded },
    { value: "approved", label: "Last approved", base: context.lastApproved },
  ].flatMap(({ base, ...rest }) => (base === null ? [] : [{ ...rest, base }]));
  const [chosen, setChosen] = useState<string>();
  const against = bases.find(({ value }) => value === chosen) ?? bases.at(-1);
  if (against === undefined) {
    return <Panel title="Changes">No comparison: this task has no approved content yet.</Panel>;
  }
  const { base, label, value } = against;
  const changes = diffSubmissions(base, submission);
  return (
    <Panel
      title="Changes"
      aside={
        bases.length > 1 ? (
          <SegmentedControl
            size="xs"
            value={value}
            onChange={setChosen}
            data={bases.map((one) => ({ value: one.value, label: one.label }))}
            aria-label="Compare with"
          />
        ) : (
          label
        )
      }
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
