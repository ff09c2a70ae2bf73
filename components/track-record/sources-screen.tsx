"use client";

import { Button, Group, Text, TextInput } from "@mantine/core";
import { IconQuote } from "@tabler/icons-react";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { useId, useState } from "react";
import { AsOf } from "#components/scores/as-of.tsx";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { usePermitted } from "#components/ui/permitted.tsx";
import { ReportTable } from "#components/ui/report-table.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import type { SourcesQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { HORIZON_NAMES } from "#lib/domain/sources.ts";
import { countOf, visible } from "#lib/format.ts";
import { sourceTable } from "#lib/scores/record-tables.ts";
import { OURS } from "#lib/scores/reference-names.ts";
import type { Summary } from "#lib/scores/report.ts";
import { MIN_QUESTIONS } from "#lib/stats/significance.ts";
import { RecordPages } from "./record-pages.tsx";

interface SourcesScreenProps {
  readonly query: SourcesQuery;
  readonly hasCandidate: boolean;
  readonly files: Readonly<Record<"csv" | "excel" | "jsonl", string>>;
}

const TABLE = sourceTable(OURS);
const SHOWS = { Source: ({ value }: Summary) => visible(value) };

const HORIZONS = [
  { value: "", label: "Any" },
  ...HORIZON_NAMES.map((value) => ({ value: String(value), label: value })),
];

export function SourcesScreen({ query, hasCandidate, files }: SourcesScreenProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.outcomes.sources.queryOptions(query));
  const { sources, total } = data;
  const isFiltered = query.horizon !== undefined || query.tag !== undefined;
  return (
    <Page
      title="Sources"
      about="Scores of the forecasts that approved inputs quote, by source. Lower is better, except for skill."
    >
      <RecordPages current="Sources" hasCandidate={hasCandidate} />
      <FilterForm
        what="sources"
        action={routes.sources()}
        fields={[
          { name: "horizon", label: "Horizon", value: query.horizon, choices: HORIZONS },
          { name: "tag", label: "Tag", value: query.tag },
        ]}
      />
      {sources.length === 0 ? (
        <Empty
          title={isFiltered ? "No source matches the filter" : "No scored sources yet"}
          icon={IconQuote}
          next={<NextStep href={routes.outcomes()} label="Record an outcome" isMain needs="submit" />}
        >
          A source is scored when an approved input quotes its dated forecast, as an observation of kind <b>Forecast</b>
          , and the outcome of the question has been confirmed. Scores count from the resolution date.
        </Empty>
      ) : (
        <Panel
          title="League table"
          aside={
            <>
              <a href={files.csv}>Download CSV</a> · <a href={files.excel}>CSV for Excel</a> ·{" "}
              <a href={files.jsonl}>Download JSONL</a>
            </>
          }
        >
          {total > sources.length && (
            <p>
              The first {sources.length} of {countOf(total, "source")}. The download contains all sources.
            </p>
          )}
          <ReportTable
            label="Sources"
            table={TABLE}
            rows={sources}
            keyOf={({ value }) => value}
            shows={SHOWS}
            isFolded
          />
          <Text size="sm" c="dimmed">
            Log score minus {OURS}: the log score of the source’s newest forecast in an input minus the mean log score
            of our forecasts on the same input. Below 0, the source is better. Significant: the interval excludes 0,
            with at least {MIN_QUESTIONS} compared questions.
          </Text>
        </Panel>
      )}
      <AliasesPanel aliases={data.aliases} names={sources.map(({ value }) => value)} />
      <AsOf asOf={data.asOf} isUpdating={data.isUpdating} />
      <Text size="sm" c="dimmed">
        A forecast that several inputs quote counts once. Scores are means over questions: the forecasts of a source on
        one question are averaged first. Intervals are 95 % confidence intervals, from a bootstrap over questions.{" "}
        <Link href={routes.trackRecord()}>The track record</Link> has the scores of our own forecasts.
      </Text>
    </Page>
  );
}

type Alias = Outputs["outcomes"]["sources"]["aliases"][number];

interface AliasesPanelProps {
  readonly aliases: readonly Alias[];
  /** Names of the listed sources, to choose from. */
  readonly names: readonly string[];
}

function AliasesPanel({ aliases, names }: AliasesPanelProps) {
  const trpc = useTRPC();
  const mayChange = usePermitted()("administer");
  const change = useMutation(trpc.outcomes.changeAlias.mutationOptions());
  const remove: Column<Alias> = {
    name: "Actions",
    show: ({ alias }) => (
      <Button
        variant="default"
        size="compact-xs"
        aria-label={`Remove alias ${visible(alias)}`}
        onClick={() => change.mutate({ alias, source: null })}
      >
        Remove
      </Button>
    ),
  };
  return (
    <Panel title="Aliases">
      <p>An alias is another name of a source. Its forecasts are listed under the name of the source.</p>
      {aliases.length > 0 && (
        <DataTable
          label="Aliases"
          rows={aliases}
          keyOf={({ alias }) => alias}
          columns={mayChange ? [...COLUMNS, remove] : COLUMNS}
          fold="named"
        />
      )}
      <ErrorAlert title="The alias was not changed" error={change.error} />
      {mayChange && (
        <AliasForm
          names={names}
          isPending={change.isPending}
          onAdd={(alias, source, onSuccess) => change.mutate({ alias, source }, { onSuccess })}
        />
      )}
    </Panel>
  );
}

const COLUMNS: readonly Column<Alias>[] = [
  { name: "Alias", isName: true, isText: true, show: ({ alias }) => visible(alias) },
  { name: "Source", isText: true, show: ({ source }) => visible(source) },
];

interface AliasFormProps extends Pick<AliasesPanelProps, "names"> {
  readonly isPending: boolean;
  readonly onAdd: (alias: string, source: string, onSuccess: () => void) => void;
}

function AliasForm({ names, isPending, onAdd }: AliasFormProps) {
  const [alias, setAlias] = useState("");
  const [source, setSource] = useState("");
  const listId = useId();
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onAdd(alias, source, () => setAlias(""));
      }}
    >
      <Group gap="xs" align="end">
        <TextInput label="Alias" size="xs" value={alias} onChange={(event) => setAlias(event.currentTarget.value)} />
        <TextInput
          label="Source"
          size="xs"
          list={listId}
          value={source}
          onChange={(event) => setSource(event.currentTarget.value)}
        />
        <datalist id={listId}>
          {names.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        <Button
          type="submit"
          variant="default"
          size="xs"
          loading={isPending}
          disabled={alias.trim() === "" || source.trim() === ""}
        >
          Add alias
        </Button>
      </Group>
    </form>
  );
}
