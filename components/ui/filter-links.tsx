"use client";

import { Button, Group } from "@mantine/core";
import Link from "next/link";

interface FilterGroup {
  readonly label: string;
  readonly choices: readonly { readonly label: string; readonly href: string; readonly current: boolean }[];
}

/** Filters with few choices each: links, so that each choice has its address. */
export function FilterLinks({ label, groups }: { readonly label: string; readonly groups: readonly FilterGroup[] }) {
  return (
    <Group component="nav" aria-label={label} gap="lg" mb="md">
      {groups.map((group) => (
        <Group key={group.label} role="group" aria-label={group.label} gap={4}>
          {group.choices.map(({ label: choice, href, current }) => (
            <Button
              key={choice}
              component={Link}
              href={href}
              prefetch={false}
              size="compact-sm"
              variant={current ? "light" : "subtle"}
              color={current ? "ink" : "off"}
              fw={current ? 600 : 400}
              aria-current={current ? "true" : undefined}
            >
              {choice}
            </Button>
          ))}
        </Group>
      ))}
    </Group>
  );
}
