import { Stack, Text } from "@mantine/core";
import { IconTargetArrow } from "@tabler/icons-react";
import { NotVerified } from "#components/forecasts/not-verified.tsx";
import { AsOf } from "#components/scores/as-of.tsx";
import { Discrimination } from "#components/scores/discrimination.tsx";
import { NumericQuestions } from "#components/scores/numeric-questions.tsx";
import { PeriodsChart } from "#components/scores/periods-chart.tsx";
import { ReferencesChart } from "#components/scores/references-chart.tsx";
import { MeanScores } from "#components/scores/section-panels.tsx";
import { ChartRow } from "#components/ui/charts/chart-section.tsx";
import { Reliability } from "#components/ui/charts/reliability.tsx";
import { DescriptionList } from "#components/ui/description-list.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { TrackRecordQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { DIMENSION_LABELS, namePart } from "#lib/domain/track-record.ts";
import { countOf } from "#lib/format.ts";
import type { Section } from "#lib/scores/report.ts";
import { describeCalibration, describeCompared, describeSkill } from "./describe-skill.ts";
import { BinForecasts, WorstForecasts } from "./forecast-lists.tsx";
import styles from "./headline.module.css";
import { RecordPages } from "./record-pages.tsx";
import { SubgroupsPanel } from "./subgroups-panel.tsx";

interface TrackRecordScreenProps {
  readonly record: Outputs["outcomes"]["scores"];
  readonly query: TrackRecordQuery;
  readonly hasCandidate: boolean;
  readonly fileOf: (table: string) => string;
}

export function TrackRecordScreen(props: TrackRecordScreenProps) {
  const { record, query, hasCandidate } = props;
  const { asOf, isUpdating, part, parts } = record;
  const { by, of = "", view = "reliability" } = query;
  const label = parts.find(({ dimension, value }) => dimension === by && value === of)?.label ?? of;
  return (
    <Page
      title="Track record"
      about={
        by === undefined || by === "all"
          ? "Scores of all forecasts of questions with a confirmed outcome and a past resolution date. Lower is better, except for skill."
          : [DIMENSION_LABELS[by], namePart(by, label)].join(": ")
      }
      actions={
        <>
          {by !== undefined && <NextStep href={routes.trackRecord()} label="All forecasts" />}
          <NotVerified />
        </>
      }
    >
      <RecordPages current={view} part={{ by, of: query.of }} hasCandidate={hasCandidate} />
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
          <View {...props} part={part} />
        </Stack>
      )}
      {view === "forecasts" && <NotScoredPanel counts={record.notScored} parts={parts} />}
      <AsOf asOf={asOf} isUpdating={isUpdating} />
      <Text size="sm" c="dimmed">
        Means are over questions: the forecasts of a question are averaged first, so that every question has the same
        weight. Intervals are 95 % confidence intervals, from a bootstrap over questions.
      </Text>
    </Page>
  );
}

type Part = NonNullable<Outputs["outcomes"]["scores"]["part"]>;

function View({ record, query, fileOf, part }: TrackRecordScreenProps & { readonly part: Part }) {
  const { view = "reliability", bin } = query;
  switch (view) {
    case "reliability":
      return (
        <>
          <Headline part={part} />
          <ChartRow>
            <Reliability
              points={part.reliability}
              decomposition={part.decomposition}
              hrefOf={(one) => `${routes.trackRecord({ ...query, bin: String(one), after: undefined })}#bin`}
              file={fileOf("reliability")}
            />
            <Discrimination section={part} file={fileOf("discrimination")} />
          </ChartRow>
          {bin !== undefined && <BinForecasts query={query} bin={Number(bin)} />}
        </>
      );
    case "scores":
      return (
        <>
          <MeanScores section={part} aside={<a href={fileOf("forecasts")}>Download scored forecasts as CSV</a>} />
          {part.ordered !== null && (
            <ChartRow>
              <NumericQuestions ordered={part.ordered} />
            </ChartRow>
          )}
        </>
      );
    case "time":
      return (
        <ChartRow>
          <PeriodsChart
            periods={part.periods}
            date="month of the resolution date"
            versions={record.versions}
            file={fileOf("months")}
          />
        </ChartRow>
      );
    case "references":
      return (
        <ChartRow>
          <ReferencesChart section={part} />
        </ChartRow>
      );
    case "subgroups":
      return <SubgroupsPanel parts={record.parts} query={query} mean={part.brier.value} file={fileOf("parts")} />;
    case "forecasts":
      return <WorstForecasts query={query} />;
  }
}

/** Summarises the record: skill against the last crowd, calibration, number of questions. */
function Headline({ part }: { readonly part: Section }) {
  const { lastCrowd } = part.references;
  const { verdict, figures } = describeSkill(lastCrowd);
  return (
    <section className={styles.headline} aria-label="Summary">
      <div>
        <p className={styles.main}>
          {verdict} {figures !== "" && <span className={styles.figures}>{figures}</span>}
        </p>
        <p className={styles.note}>{describeCompared(lastCrowd?.questions ?? 0)}</p>
      </div>
      <Calibration points={part.reliability} />
      <div>
        <p className={styles.fact}>{countOf(part.questions, "question")}</p>
        <p className={styles.note}>{countOf(part.forecasts, "forecast")}.</p>
      </div>
    </section>
  );
}

function Calibration({ points }: { readonly points: Section["reliability"] }) {
  const [fact, note] = describeCalibration(points);
  return (
    <div>
      <p className={styles.fact}>{fact}</p>
      <p className={styles.note}>{note}</p>
    </div>
  );
}

type TrackRecord = Outputs["outcomes"]["scores"];

interface NotScoredPanelProps {
  readonly counts: TrackRecord["notScored"];
  readonly parts: TrackRecord["parts"];
}

const REASONS = {
  early:
    "Decided early: the record contains these questions from their resolution date on, because of the questions that ask whether something will happen by a date, only those answered Yes are decided early",
  retrospective: "Retrospective: the information cutoff is before the model’s training cutoff",
};

/** Lists the forecasts that the record leaves out, by reason. */
function NotScoredPanel({ counts, parts }: NotScoredPanelProps) {
  const { late, voidQuestions, voidForecasts, unconfirmedQuestions } = counts;
  const apart = parts.flatMap(({ dimension, ...part }) =>
    dimension === "early" || dimension === "retrospective" ? [{ ...part, dimension } as const] : [],
  );
  return (
    <Panel title="Not scored">
      <DescriptionList
        items={[
          ...apart.map(({ dimension, value, forecasts }) => ({
            name: REASONS[dimension],
            value: (
              <Link href={routes.trackRecord({ by: dimension, of: value })}>
                {countOf(forecasts, "forecast")}, scored separately
              </Link>
            ),
          })),
          { name: "Forecast made after the outcome was decided", value: countOf(late, "forecast") },
          {
            name: "Void: resolved without an outcome",
            value: `${countOf(voidForecasts, "forecast")} of ${countOf(voidQuestions, "question")}`,
          },
          {
            name: "Outcome not confirmed",
            value: (
              <Link href={routes.outcomes({ state: "unconfirmed" })}>{countOf(unconfirmedQuestions, "question")}</Link>
            ),
          },
          {
            name: "No outcome recorded",
            value: <Link href={routes.outcomes()}>Questions past their resolution date</Link>,
          },
        ]}
      />
    </Panel>
  );
}
