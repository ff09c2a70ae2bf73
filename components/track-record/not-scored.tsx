import { DescriptionList } from "#components/ui/description-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { RETROSPECTIVE } from "#lib/domain/track-record.ts";
import { countOf } from "#lib/format.ts";

type TrackRecord = Outputs["outcomes"]["scores"];

interface NotScoredPanelProps {
  readonly counts: TrackRecord["notScored"];
  readonly retrospective: TrackRecord["parts"][number] | undefined;
}

/** Lists the forecasts that the record leaves out, by reason. */
export function NotScoredPanel({ counts, retrospective }: NotScoredPanelProps) {
  const { late, voidQuestions, voidForecasts, unconfirmedQuestions } = counts;
  return (
    <Panel title="Not scored">
      <DescriptionList
        items={[
          ...(retrospective === undefined
            ? []
            : [
                {
                  name: "Retrospective: the information cutoff is before the model’s training cutoff",
                  value: (
                    <Link href={routes.trackRecord({ by: "retrospective", of: RETROSPECTIVE })}>
                      {countOf(retrospective.forecasts, "forecast")}, scored separately
                    </Link>
                  ),
                },
              ]),
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
