"use client";

import { Group, Text } from "@mantine/core";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { DividedList } from "#components/ui/divided-list.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { Link } from "#components/ui/link.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { Page } from "#components/ui/page.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { routes } from "#lib/console/routes.ts";
import { countOf, visible } from "#lib/format.ts";
import { readStashed } from "./stash.ts";

export function StartScreen({ memberId }: { readonly memberId: string }) {
  const trpc = useTRPC();
  const { data: drafts } = useSuspenseQuery(trpc.drafts.list.queryOptions());
  const hydrated = useHydrated();
  const known = new Set(drafts.map(({ draftId }) => draftId));
  const here = hydrated ? readStashed(memberId).filter(({ draftId }) => !known.has(draftId)) : [];
  return (
    <Page
      title="Compose"
      about="Write a question with its options, resolution criteria and dated observations. Submit it for review, then run it."
      actions={
        <>
          <NextStep href={routes.importSubmissions} label="Import questions" />
          <NextStep href={routes.newDraft()} label="New request" isMain />
        </>
      }
    >
      <Panel title="Your drafts" aside={countOf(drafts.length + here.length, "draft")}>
        {drafts.length + here.length === 0 ? (
          <Empty title="No drafts">
            Start a new request, or copy one from its submission. Drafts are saved automatically.
          </Empty>
        ) : (
          <DividedList>
            {here.map(({ draftId, at }) => (
              <Entry key={draftId} href={routes.draft(draftId)} title="Draft stored in this browser only">
                <TimeText at={at} />
              </Entry>
            ))}
            {drafts.map(({ draftId, title, updatedAt }) => (
              <Entry key={draftId} href={routes.draft(draftId)} title={visible(title) || "Untitled draft"}>
                <TimeText at={updatedAt} />
              </Entry>
            ))}
          </DividedList>
        )}
      </Panel>
    </Page>
  );
}

interface EntryProps {
  readonly href: string;
  readonly title: string;
  readonly children: ReactNode;
}

function Entry({ href, title, children }: EntryProps) {
  return (
    <Group component="li" justify="space-between" align="baseline" gap="2px 24px">
      <Link href={href}>{title}</Link>
      <Text component="span" c="dimmed">
        {children}
      </Text>
    </Group>
  );
}
