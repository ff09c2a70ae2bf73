import { Group } from "@mantine/core";
import { Link } from "#components/ui/link.tsx";
import { routes } from "#lib/console/routes.ts";

const PAGES = [
  { href: routes.trackRecord(), label: "Forecasts" },
  { href: routes.sources(), label: "Sources" },
  { href: routes.observationRecord, label: "Worth of observations" },
  { href: routes.candidate, label: "Candidate model" },
] as const;

/** Links to the pages of the track record. */
export function RecordPages({ current }: { readonly current: (typeof PAGES)[number]["label"] }) {
  return (
    <Group component="nav" aria-label="Pages of the track record" gap="md" mb="md">
      {PAGES.map(({ href, label }) => (
        <Link
          key={label}
          href={href}
          {...(label === current
            ? { "aria-current": "page", style: { fontWeight: 600, textDecoration: "none" } }
            : undefined)}
        >
          {label}
        </Link>
      ))}
    </Group>
  );
}
