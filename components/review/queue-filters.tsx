import Link from "next/link";
import { Digest } from "#components/ui/digest.tsx";
import { FilterLinks } from "#components/ui/filter-links.tsx";
import { type ReviewQuery, routes } from "#lib/console/routes.ts";

const TURNS = [
  { label: "All", value: undefined },
  { label: "For me", value: "me" },
  { label: "For another reviewer", value: "others" },
] as const;

const ORIGINS = [
  { label: "any origin", value: undefined },
  { label: "from the console", value: "console" },
  { label: "from an import", value: "import" },
  { label: "from a backend", value: "caller" },
] as const;

/** Whose turn, from where, and of which task. */
export function QueueFilters({ query: { task, origin, turn } }: { readonly query: ReviewQuery }) {
  return (
    <>
      <FilterLinks
        label="Filter the queue"
        groups={[
          {
            label: "Whose turn",
            choices: TURNS.map(({ label, value }) => ({
              label,
              href: routes.review({ task, origin, turn: value }),
              current: turn === value,
            })),
          },
          {
            label: "Where it came from",
            choices: ORIGINS.map(({ label, value }) => ({
              label,
              href: routes.review({ task, turn, origin: value }),
              current: origin === value,
            })),
          },
        ]}
      />
      {task !== undefined && (
        <p>
          Only task <Digest value={task} />. <Link href={routes.review({ origin, turn })}>Show every task</Link>
        </p>
      )}
    </>
  );
}
