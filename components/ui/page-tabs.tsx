import { Group } from "@mantine/core";
import { Link } from "./link.tsx";

interface PageTabsProps {
  /** Name of the navigation for screen readers. */
  readonly label: string;
  readonly tabs: readonly { readonly href: string; readonly name: string; readonly isCurrent: boolean }[];
}

/** Links to the pages that share a heading. */
export function PageTabs({ label, tabs }: PageTabsProps) {
  return (
    <Group component="nav" aria-label={label} gap="md" mb="md">
      {tabs.map(({ href, name, isCurrent }) => (
        <Link
          key={href}
          href={href}
          {...(isCurrent && {
            "aria-current": "page" as const,
            style: { fontWeight: 600, textDecoration: "none" },
          })}
        >
          {name}
        </Link>
      ))}
    </Group>
  );
}
