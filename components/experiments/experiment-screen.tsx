"use client";

import { Button } from "@mantine/core";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { NotVerified } from "#components/forecasts/not-verified.tsx";
import { SubmissionState } from "#components/submissions/submission-state.tsx";
import { useKeyedRun } from "#components/submissions/use-keyed-run.ts";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { printOrderedRequest } from "#lib/contract/print-in-order.ts";
import { nameOption, optionLabels } from "#lib/domain/option-label.ts";
import { countOf, visible } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

type Experiment = Outputs["experiments"]["get"];
type Input = Experiment["base"];

export function ExperimentScreen({ experimentId }: { readonly experimentId: string }) {
  const trpc = useTRPC();
  const runKeyed = useKeyedRun();
  const { data } = useSuspenseQuery(trpc.experiments.get.queryOptions({ experimentId }));
  const { title, options, base, variants } = data;
  const inputs = [base, ...variants];
  const labels = optionLabels(base.request.task.criteria);
  const run = useMutation({
    mutationFn: async ({ request }: Input) => runKeyed(printOrderedRequest({ request, options })),
  });
  const decidable = variants.filter(({ mayDecide }) => mayDecide).length;
  const waiting = inputs.filter(({ forecast }) => forecast === null).length;
  return (
    <Page
      title="Experiment"
      about={<>Variants of the observations of “{visible(title)}”.</>}
      actions={
        <>
          {decidable > 0 && (
            <Button component={Link} href={routes.review({ experiment: experimentId })}>
              Review {countOf(decidable, "variant")}
            </Button>
          )}
          <Button component={Link} href={routes.newExperiment(base.submissionId)} variant="default">
            Add variants
          </Button>
          <NotVerified />
        </>
      }
    >
      <ErrorAlert title="The input was not forecast" error={run.error} />
      <Panel title="Variants" aside={countOf(variants.length, "variant")}>
        <p>
          {waiting === 0
            ? "Every input has a forecast."
            : `${countOf(waiting, "input")} without a forecast. You can run an input after a reviewer has approved it.`}
        </p>
        <DataTable
          label="Inputs with their states and forecasts"
          rows={inputs}
          keyOf={({ submissionId }) => submissionId}
          fold="named"
          columns={[
            {
              name: "Variant",
              isName: true,
              narrow: "whole line",
              show: ({ name, submissionId }) => <Link href={routes.submission(submissionId)}>{visible(name)}</Link>,
            },
            {
              name: "Observations",
              isNumber: true,
              show: ({ request }) => request.input.context.length,
            },
            { name: "State", show: ({ status }) => <SubmissionState status={status} /> },
            {
              name: "Forecast",
              show: (input) => <ForecastOf input={input} isPending={run.isPending} onRun={() => run.mutate(input)} />,
            },
          ]}
        />
      </Panel>
      <Panel
        title="Probabilities"
        aside="in parentheses: difference from the original submission, in percentage points"
      >
        <DataTable
          label="Probabilities by option"
          rows={options}
          keyOf={(option) => option}
          columns={[
            {
              name: "Option",
              isName: true,
              show: (option) => <span title={option}>{nameOption(option, labels)}</span>,
            },
            ...inputs.map(
              (input): Column<string> => ({
                name: input.name,
                isNumber: true,
                show: (option) => sayProbability(option, input, base),
              }),
            ),
          ]}
        />
        {changesVersion(inputs) && (
          <p role="note">The forecasts come from different model versions, which may cause differences.</p>
        )}
      </Panel>
    </Page>
  );
}

interface ForecastOfProps {
  readonly input: Input;
  readonly isPending: boolean;
  readonly onRun: () => void;
}

function ForecastOf({ input: { forecast, mayRun, name }, isPending, onRun }: ForecastOfProps) {
  if (forecast !== null) return <Link href={routes.forecast(forecast.requestId)}>forecast</Link>;
  if (!mayRun) return "no forecast yet";
  return (
    <Button size="compact-xs" loading={isPending} onClick={onRun} aria-label={`Run: ${name}`}>
      Run
    </Button>
  );
}

function sayProbability(option: string, { forecast }: Input, base: Input): string {
  const probability = forecast?.probabilities[option];
  if (probability === undefined) return "–";
  const before = base.forecast?.probabilities[option];
  if (before === undefined || forecast === base.forecast) return formatPercent(probability);
  const points = 100 * (probability - before);
  return `${formatPercent(probability)} (${points < 0 ? "−" : "+"}${Math.abs(points).toFixed(1)})`;
}

function changesVersion(inputs: readonly Input[]): boolean {
  return new Set(inputs.flatMap(({ forecast }) => forecast?.modelVersion ?? [])).size > 1;
}
