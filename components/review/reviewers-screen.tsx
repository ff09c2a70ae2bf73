import { GuidelinePanel } from "#components/submissions/guideline-panel.tsx";
import { DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Permitted } from "#components/ui/permitted.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { JUDGED } from "#lib/domain/reviews.ts";
import { formatAge, formatCount, formatScore } from "#lib/format.ts";
import type { Agreement } from "#lib/stats/cohen-kappa.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { GuidelineForm } from "./guideline-form.tsx";

const JUDGED_LABELS = { binding: "Question", quality: "Evidence" } as const;

interface ReviewersScreenProps {
  readonly agreement: Outputs["reviews"]["agreement"];
  readonly guideline: Outputs["reviews"]["guideline"];
}

export function ReviewersScreen({ agreement, guideline }: ReviewersScreenProps) {
  const { reviewers, overall, pairs, times, oldestAt } = agreement;
  const rows = [
    { names: "All reviewers", ...overall },
    ...pairs.map((pair) => ({ ...pair, names: pair.names.join(" and ") })),
  ];
  return (
    <Page
      title="Reviewers"
      about="Verdicts on decided submissions. Those on open submissions are left out, because reviewers decide without seeing each other’s verdicts."
      actions={<Link href={routes.review()}>Review queue</Link>}
    >
      <Panel title="Decisions">
        {reviewers.length === 0 ? (
          <Empty title="No decisions yet">Reviewers are listed here after their first decision.</Empty>
        ) : (
          <DataTable
            label="Decisions of each reviewer"
            rows={reviewers}
            keyOf={({ reviewerId }) => reviewerId}
            columns={[
              { name: "Reviewer", isName: true, show: ({ name }) => name },
              { name: "Decisions", isNumber: true, show: ({ decisions }) => formatCount(decisions) },
              {
                name: "Approval rate",
                isNumber: true,
                show: ({ decisions, approvals }) => formatPercent(approvals / decisions),
              },
            ]}
          />
        )}
      </Panel>
      <Panel title="Time to decision">
        <p>From a submission to a reviewer’s verdict, in the last eight weeks (UTC).</p>
        <p>Oldest submission in review: {oldestAt === null ? "none" : <TimeText at={oldestAt} />}</p>
        {times.length > 0 && (
          <DataTable
            label="Time to decision"
            rows={times}
            keyOf={(_row, index) => index}
            columns={[
              { name: "Reviewer or week", isName: true, show: ({ label }) => label },
              { name: "Decisions", isNumber: true, show: ({ decisions }) => formatCount(decisions) },
              { name: "Median", isNumber: true, show: ({ medianMs }) => formatAge(medianMs) },
              { name: "90 % within", isNumber: true, show: ({ longMs }) => formatAge(longMs) },
            ]}
          />
        )}
      </Panel>
      <Panel title="Agreement">
        {overall.binding.pairs === 0 ? (
          <Empty title="No submission has two verdicts yet">
            If REVIEWS_REQUIRED is 2 or more, several reviewers judge each submission without seeing each other’s
            verdicts. This panel then shows how often they agree.
          </Empty>
        ) : (
          <>
            <p>
              Compares the first two verdicts on each submission. Cohen’s kappa is 1 for full agreement and 0 for
              agreement by chance. It is unreliable for fewer than about 30 submissions.
            </p>
            <DataTable
              label="Agreement of reviewers"
              rows={rows}
              keyOf={({ names }) => names}
              columns={[
                { name: "Reviewers", isName: true, show: ({ names }) => names },
                { name: "Submissions", isNumber: true, show: ({ binding }) => formatCount(binding.pairs) },
                ...JUDGED.flatMap((of) => [
                  {
                    name: `${JUDGED_LABELS[of]}: agreed`,
                    isNumber: true,
                    show: (row: Record<typeof of, Agreement>) => formatPercent(row[of].agreed),
                  },
                  {
                    name: `${JUDGED_LABELS[of]}: kappa`,
                    isNumber: true,
                    show: (row: Record<typeof of, Agreement>) => showKappa(row[of]),
                  },
                ]),
              ]}
            />
          </>
        )}
      </Panel>
      <Permitted to="administer" otherwise={<GuidelinePanel guideline={guideline} />}>
        <GuidelineForm guideline={guideline?.text ?? ""} />
      </Permitted>
    </Page>
  );
}

/** Cohen's kappa is undefined if all verdicts are the same, because the expected agreement by chance is then 1. */
function showKappa({ kappa }: Agreement): string {
  return kappa === null ? "not defined" : formatScore(kappa);
}
