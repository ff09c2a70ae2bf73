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
          { name: "Made when the event was over", value: countOf(late, "forecast") },
          {
            name: "Void: resolved without an outcome",
            value: `${countOf(voidForecasts, "forecast")} of ${countOf(voidQuestions, "question")}`,
          },
          {
            name: "The outcome waits for its confirmation",
            value: (
              <Link href={routes.outcomes({ state: "unconfirmed" })}>{countOf(unconfirmedQuestions, "question")}</Link>
            ),
          },
          {
            name: "No outcome has been recorded",
            value: <Link href={routes.outcomes()}>questions past their resolution date</Link>,
          },
        ]}
      />
    </Panel>
  );
}
