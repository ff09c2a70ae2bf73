import { DescriptionList } from "#components/ui/description-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf } from "#lib/format.ts";

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
export function NotScoredPanel({ counts, parts }: NotScoredPanelProps) {
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
