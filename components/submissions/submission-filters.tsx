import { FilterLinks } from "#components/ui/filter-links.tsx";
import { routes, type SubmissionsQuery } from "#lib/console/routes.ts";
import { STATUSES } from "#lib/console/submissions-query.ts";
import { plainWords } from "#lib/format.ts";

const OWNERS = [
  { label: "Mine", value: undefined },
  { label: "Everybody’s", value: "all" },
] as const;

/** Whose, and in which state. */
export function SubmissionFilters({ query }: { readonly query: SubmissionsQuery }) {
  const { whose, status } = query;
  return (
    <FilterLinks
      label="Filter submissions"
      groups={[
        {
          label: "Whose",
          choices: OWNERS.map(({ label, value }) => ({
            label,
            href: routes.submissions({ whose: value, status }),
            current: whose === value,
          })),
        },
        {
          label: "State",
          choices: [undefined, ...STATUSES].map((value) => ({
            label: value === undefined ? "any state" : plainWords(value),
            href: routes.submissions({ whose, status: value }),
            current: status === value,
          })),
        },
      ]}
    />
  );
}
