"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { IconFilterOff, IconFlag } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { lazily } from "#components/ui/lazily.tsx";
import { ListPage, pagesOf } from "#components/ui/list-page.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { PageTabs } from "#components/ui/page-tabs.tsx";
import { Permitted } from "#components/ui/permitted.tsx";
import { QUESTION_COLUMN, QuestionLink } from "#components/ui/question-link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { type Inputs, type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { OutcomesQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { criteriaOf, optionLabels } from "#lib/domain/option-label.ts";
import { type OutcomeCounts, QUESTION_STATE_LABELS, QUESTION_STATES } from "#lib/domain/outcomes.ts";
import { formatCount } from "#lib/format.ts";
import { EntryState } from "./entry-state.tsx";
import type { OutcomeAction } from "./outcome-dialog.tsx";

const OutcomeDialog = lazily(async () => (await import("./outcome-dialog.tsx")).OutcomeDialog);

const ConfirmTogether = lazily(async () => (await import("./confirm-together.tsx")).ConfirmTogether);

type Listed = Outputs["outcomes"]["list"]["questions"][number];

interface OutcomeListProps {
  readonly query: OutcomesQuery;
  readonly input: Inputs["outcomes"]["list"];
  readonly count: Inputs["outcomes"]["counts"];
  readonly filters: ReactNode;
  readonly files: Readonly<Record<"csv" | "excel" | "jsonl", string>>;
}

export function OutcomeList({ query, input, count, filters, files }: OutcomeListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.outcomes.list.queryOptions(input));
  const { data: counts } = useSuspenseQuery(trpc.outcomes.counts.queryOptions(count));
  const [action, setAction] = useState<OutcomeAction>();
  const [confirming, setConfirming] = useState<readonly Listed[]>();
  const confirmable = data.questions.filter(({ unconfirmed, may }) => unconfirmed !== null && may.confirm === null);
  return (
    <ListPage
      title="Outcomes"
      about="Outcomes of questions that have a forecast. Forecasts are scored once a second member has confirmed the outcome."
      actions={
        <>
          {confirmable.length > 1 && (
            <Button variant="default" onClick={() => setConfirming(confirmable)}>
              Confirm all {confirmable.length} on this page
            </Button>
          )}
          <NextStep href={routes.importOutcomes} label="Import outcomes" />
        </>
      }
      filters={
        <>
          <PageTabs label="States of outcomes" tabs={tabsOf(query, counts)} />
          {filters}
        </>
      }
      empty={data.questions.length === 0 && <NoQuestions query={query} />}
      pages={pagesOf(query, data.next, routes.outcomes, ["Latest questions", "Earlier questions"])}
      footer={
        <Text pt="xs" size="sm" c="dimmed">
          Export all outcomes: <a href={files.csv}>CSV</a>, <a href={files.excel}>CSV for Excel</a> or{" "}
          <a href={files.jsonl}>JSONL</a>.
        </Text>
      }
      dialog={
        <>
          {action !== undefined && <OutcomeDialog action={action} onClose={() => setAction(undefined)} />}
          {confirming !== undefined && (
            <ConfirmTogether questions={confirming} onClose={() => setConfirming(undefined)} />
          )}
        </>
      }
    >
      <DataTable
        label="Questions"
        rows={data.questions}
        keyOf={({ taskId }) => taskId}
        columns={columnsFor(setAction)}
        fold="plain"
      />
    </ListPage>
  );
}

function tabsOf({ state: current, ...query }: OutcomesQuery, counts: OutcomeCounts) {
  return QUESTION_STATES.map((state) => ({
    href: routes.outcomes({ ...query, state, after: undefined }),
    name: `${QUESTION_STATE_LABELS[state]} ${formatCount(counts[state])}`,
    isCurrent: state === current,
  }));
}

function columnsFor(onAct: (action: OutcomeAction) => void): Column<Listed>[] {
  return [
    {
      ...QUESTION_COLUMN,
      show: ({ taskId, instructions }) => <QuestionLink href={routes.question(taskId)} question={instructions} />,
    },
    { name: "Resolution date", width: 110, show: ({ resolvesAt }) => <TimeText at={resolvesAt} /> },
    {
      name: "Outcome",
      width: 300,
      narrow: "whole line",
      show: ({ options, unconfirmed, confirmed }) => {
        const labels = optionLabels(criteriaOf(options));
        return (
          <Stack gap={2}>
            {confirmed !== null && <EntryState entry={confirmed} labels={labels} />}
            {unconfirmed !== null && <EntryState entry={unconfirmed} labels={labels} />}
            {confirmed === null && unconfirmed === null && "not recorded yet"}
          </Stack>
        );
      },
    },
    {
      name: "Actions",
      width: 170,
      show: (question) => {
        const { unconfirmed, confirmed, may } = question;
        return (
          <Group gap={4}>
            {unconfirmed !== null && may.confirm === null && (
              <Button size="compact-xs" onClick={() => onAct({ what: "confirm", question, entry: unconfirmed })}>
                Confirm
              </Button>
            )}
            <Permitted to="submit">
              <Button variant="default" size="compact-xs" onClick={() => onAct({ what: "record", question })}>
                {unconfirmed === null && confirmed === null ? "Record" : "Correct"}
              </Button>
            </Permitted>
          </Group>
        );
      },
    },
  ];
}

function NoQuestions({ query: { state = "due", task, text, tag } }: { readonly query: OutcomesQuery }) {
  if (task !== undefined || text !== undefined || tag !== undefined) {
    return (
      <Empty
        title="No matching questions"
        icon={IconFilterOff}
        next={<NextStep href={routes.outcomes({ state })} label="Clear the filters" />}
      >
        Clear a filter or choose another state.
      </Empty>
    );
  }
  if (state === "due") {
    return (
      <Empty
        title="No questions due for an outcome"
        icon={IconFlag}
        next={<NextStep href={routes.forecasts()} label="All forecasts" />}
      >
        A question appears here when it has a forecast and its resolution date has passed. If a question was decided
        earlier, open its page to record the outcome.
      </Empty>
    );
  }
  return (
    <Empty
      title={state === "confirmed" ? "No confirmed outcomes yet" : "No outcomes to confirm"}
      icon={IconFlag}
      next={<NextStep href={routes.outcomes({ state: "due" })} label="Questions due for an outcome" />}
    >
      When a member records the outcome of a question, another member must confirm it.
    </Empty>
  );
}
