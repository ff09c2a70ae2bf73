import Link from "next/link";
import { Digest } from "#components/ui/digest.tsx";
import { FilterLinks } from "#components/ui/filter-links.tsx";
import type { ReviewQuery } from "#lib/console/review-filter.ts";
import { routes } from "#lib/console/routes.ts";
import { ORIGIN_LABELS, ORIGINS } from "#lib/console/submissions.ts";

const TURNS = [
  { label: "All", value: undefined },
  { label: "For me", value: "me" },
  { label: "For another reviewer", value: "others" },
] as const;

/** What ships with the gateway is approved at once and never waits. */
const QUEUED = ORIGINS.filter((origin) => origin !== "first_start");

/** Whose turn, from where, and of which task. */
export function QueueFilters({ query: { task, origin, tag, turn } }: { readonly query: ReviewQuery }) {
  return (
    <>
      <FilterLinks
        label="Filter the queue"
        groups={[
          {
            label: "Whose turn",
            choices: TURNS.map(({ label, value }) => ({
              label,
              href: routes.review({ task, origin, tag, turn: value }),
              current: turn === value,
            })),
          },
          {
            label: "Where it came from",
            choices: [undefined, ...QUEUED].map((value) => ({
              label: value === undefined ? "any origin" : ORIGIN_LABELS[value].from,
              href: routes.review({ task, turn, tag, origin: value }),
              current: origin === value,
            })),
          },
        ]}
      />
      {tag !== undefined && (
        <p>
          Only the tag {tag}. <Link href={routes.review({ task, origin, turn })}>Show every tag</Link>
        </p>
      )}
      {task !== undefined && (
        <p>
          Only task <Digest value={task} />. <Link href={routes.review({ origin, tag, turn })}>Show every task</Link>
        </p>
      )}
    </>
  );
}
