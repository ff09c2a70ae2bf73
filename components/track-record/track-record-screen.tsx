import { Stack, Text } from "@mantine/core";
import { IconTargetArrow } from "@tabler/icons-react";
import { NotVerified } from "#components/forecasts/not-verified.tsx";
import { AsOf } from "#components/scores/as-of.tsx";
import { type SectionFiles, SectionPanels } from "#components/scores/section-panels.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { TrackRecordQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { DIMENSION_LABELS, namePart } from "#lib/domain/track-record.ts";
import { BinForecasts, EarlyForecasts, Extremes } from "./forecast-lists.tsx";
import { Headline } from "./headline.tsx";
import { NotScoredPanel } from "./not-scored.tsx";
import { RecordPages } from "./record-pages.tsx";
import { SubgroupsPanel } from "./subgroups-panel.tsx";

interface TrackRecordScreenProps {
  readonly record: Outputs["outcomes"]["scores"];
  readonly query: TrackRecordQuery;
  readonly files: SectionFiles & Readonly<Record<"parts" | "forecasts", string>>;
}

export function TrackRecordScreen({ record, query, files }: TrackRecordScreenProps) {
  const { asOf, isUpdating, part, notScored, parts, versions } = record;
  const { by, of = "", bin } = query;
  const label = parts.find(({ dimension, value }) => dimension === by && value === of)?.label ?? of;
  return (
    <Page
      title="Track record"
      about={
        by === undefined || by === "all"
          ? "Scores of all forecasts of questions with a confirmed outcome and a past resolution date. Lower is better, except for skill."
          : `${DIMENSION_LABELS[by]}: ${namePart(by, label)}. Lower is better, except for skill.`
      }
      actions={
        <>
          {by !== undefined && <NextStep href={routes.trackRecord()} label="All forecasts" />}
          <NotVerified />
        </>
      }
    >
      <RecordPages current="Forecasts" />
      {part === null ? (
        <Empty
          title="No scored forecasts yet"
          icon={IconTargetArrow}
          next={<NextStep href={routes.outcomes()} label="Record an outcome" isMain needs="submit" />}
        >
          Record the outcome of a question under <Link href={routes.outcomes()}>Outcomes</Link>. Once another member has
          confirmed the outcome, forecasts made before it was decided are scored. Scores count from the resolution date.
        </Empty>
      ) : (
        <Stack gap={16}>
          <Headline part={part} />
          <SectionPanels
            section={part}
            date="month of the resolution date"
            versions={versions}
            aside={<a href={files.forecasts}>Download scored forecasts as CSV</a>}
            hrefOf={(bin) => `${routes.trackRecord({ ...query, bin: String(bin), after: undefined })}#bin`}
            files={files}
          />
          {bin !== undefined && <BinForecasts query={query} bin={Number(bin)} />}
          <SubgroupsPanel parts={parts} query={query} mean={part.brier.value} file={files.parts} />
          <Extremes query={query} />
        </Stack>
      )}
      <Stack mt={28} gap={16}>
        <EarlyForecasts />
        <NotScoredPanel
          counts={notScored}
          retrospective={parts.find(({ dimension }) => dimension === "retrospective")}
        />
      </Stack>
      <AsOf asOf={asOf} isUpdating={isUpdating} />
      <Text size="sm" c="dimmed">
        Means are over questions: the forecasts of a question are averaged first, so that every question has the same
        weight. Intervals are 95 % confidence intervals, from a bootstrap over questions.
      </Text>
    </Page>
  );
}
