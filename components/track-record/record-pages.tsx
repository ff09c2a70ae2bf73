import { PageTabs } from "#components/ui/page-tabs.tsx";
import { routes } from "#lib/console/routes.ts";

const PAGES = [
  { href: routes.trackRecord(), name: "Forecasts" },
  { href: routes.sources(), name: "Sources" },
  { href: routes.observationRecord, name: "Worth of observations" },
  { href: routes.candidate, name: "Candidate model" },
] as const;

export function RecordPages({ current }: { readonly current: (typeof PAGES)[number]["name"] }) {
  const tabs = PAGES.map((page) => ({ ...page, isCurrent: page.name === current }));
  return <PageTabs label="Pages of the track record" tabs={tabs} />;
}
