import { Digest } from "#components/ui/digest.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { Link } from "#components/ui/link.tsx";
import type { ReviewQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { ORIGIN_LABELS, ORIGINS } from "#lib/domain/submissions.ts";

const TURNS = [
  { label: "all", value: "" },
  { label: "for me", value: "me" },
  { label: "assigned to me", value: "assigned" },
  { label: "for another reviewer", value: "others" },
];

/** Origins of queued submissions. Submissions seeded by the first run are already approved and never in the queue. */
const QUEUED = ORIGINS.filter((origin) => origin !== "first_start");

const FROM = [
  { label: "any origin", value: "" },
  ...QUEUED.map((value) => ({ value, label: ORIGIN_LABELS[value].from })),
];

export function QueueFilters({ query: { task, origin, tag, text, turn } }: { readonly query: ReviewQuery }) {
  return (
    <>
      <FilterForm
        what="the queue"
        action={routes.review()}
        fields={[
          { name: "text", label: "Search", value: text },
          { name: "turn", label: "Reviewer", value: turn, choices: TURNS },
          { name: "origin", label: "Origin", value: origin, choices: FROM },
          { name: "tag", label: "Tag", value: tag },
        ]}
      />
      {task !== undefined && (
        <p>
          Filtered by task <Digest value={task} />.{" "}
          <Link href={routes.review({ origin, tag, text, turn })}>Show all tasks</Link>
        </p>
      )}
    </>
  );
}
