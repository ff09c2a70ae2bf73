import { DataTable } from "#components/ui/data-table.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { JUDGED } from "#lib/domain/reviews.ts";
import { formatCount, formatScore } from "#lib/format.ts";
import type { Agreement } from "#lib/stats/cohen-kappa.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

type Report = Outputs["reviews"]["agreement"];

const JUDGED_LABELS = { binding: "Question", quality: "Evidence" } as const;

export function ReviewersScreen({ agreement: { reviewers, overall, pairs } }: { readonly agreement: Report }) {
  const rows = [
    { names: "All reviewers", ...overall },
    ...pairs.map((pair) => ({ ...pair, names: pair.names.join(" and ") })),
  ];
  return (
    <Page
      title="Reviewers"
      about="Verdicts on decided submissions. Open submissions are left out, because reviewers decide without seeing each other’s verdicts."
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
    </Page>
  );
}

/** Cohen's kappa is undefined if all verdicts are the same, because the expected agreement by chance is then 1. */
function showKappa({ kappa }: Agreement): string {
  return kappa === null ? "not defined" : formatScore(kappa);
}
