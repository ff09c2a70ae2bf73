import { DescriptionList } from "#components/ui/description-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf } from "#lib/format.ts";

export function NotScoredPanel({ counts }: { readonly counts: Outputs["outcomes"]["scores"]["notScored"] }) {
  const { late, voidQuestions, voidForecasts, unconfirmedQuestions } = counts;
  return (
    <Panel title="Not scored">
      <DescriptionList
        items={[
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
