import { PageTabs } from "#components/ui/page-tabs.tsx";
import type { TrackRecordQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { RECORD_VIEWS, VIEW_NAMES } from "#lib/domain/track-record.ts";

const PAGES = [
  { href: routes.sources(), name: "Sources" },
  { href: routes.observationRecord, name: "Worth of observations" },
  { href: routes.candidate, name: "Candidate model" },
] as const;

interface RecordPagesProps {
  readonly current: (typeof PAGES)[number]["name"] | keyof typeof RECORD_VIEWS;
  /** The subgroup whose scores the tabs show. */
  readonly part?: Pick<TrackRecordQuery, "by" | "of">;
  readonly hasCandidate: boolean;
}

export function RecordPages({ current, part = {}, hasCandidate }: RecordPagesProps) {
  const views = VIEW_NAMES.map((view) => ({
    href: routes.trackRecord({ ...part, view: view === "reliability" ? undefined : view }),
    name: RECORD_VIEWS[view],
    isCurrent: view === current,
  }));
  const pages = PAGES.filter(({ href }) => href !== routes.candidate || hasCandidate);
  const tabs = [...views, ...pages.map((page) => ({ ...page, isCurrent: page.name === current }))];
  return <PageTabs label="Pages of the track record" tabs={tabs} />;
}
