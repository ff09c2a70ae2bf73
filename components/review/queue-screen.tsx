"use client";

import { useDisclosure } from "@mantine/hooks";
import { useSuspenseQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRef } from "react";
import { useTRPC } from "#components/frame/trpc.ts";
import { Empty } from "#components/ui/empty.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { countOf, visible } from "#lib/format.ts";
import { routes } from "#lib/routes.ts";
import { KeyHelp } from "./key-help.tsx";
import styles from "./queue-screen.module.css";
import { useKeys } from "./use-keys.ts";

/** What waits for a decision, the oldest first. */
export function QueueScreen({ memberId }: { readonly memberId: string }) {
  const trpc = useTRPC();
  const { data: queue } = useSuspenseQuery(trpc.reviews.queue.queryOptions());
  const [helping, help] = useDisclosure();
  const list = useRef<HTMLOListElement>(null);

  /** From the row that has the focus; from none, to the first. */
  function move(step: 1 | -1) {
    const links = [...(list.current?.querySelectorAll("a") ?? [])];
    const at = links.indexOf(document.activeElement as HTMLAnchorElement);
    links[at === -1 ? 0 : Math.min(links.length - 1, Math.max(0, at + step))]?.focus();
  }

  const keys = useKeys({ j: () => move(1), k: () => move(-1), "?": help.open });
  const forOthers = queue.filter(({ mine }) => mine).length;
  return (
    <Page>
      <PageHead
        title="Review"
        about={
          <>
            {countOf(queue.length, "submission waits", "submissions wait")}, the oldest first
            {forOthers > 0 && <>; {countOf(forOthers, "is", "are")} for another reviewer</>}.
          </>
        }
        actions={<TextButton onClick={help.open}>Keys</TextButton>}
      />
      {queue.length === 0 ? (
        <Empty title="Nothing waits for a review">
          Submissions of researchers appear here, and requests of backends that nobody has reviewed yet.
        </Empty>
      ) : (
        <ol className={styles.list} ref={list}>
          {queue.map(({ submissionId, title, author, authorId, createdAt, origin, mine, supersedes }) => (
            <li key={submissionId} className={styles.row}>
              <TimeText at={createdAt} />
              <Link className={styles.title} href={routes.reviewOf(submissionId)} prefetch={false}>
                {visible(title)}
              </Link>
              <span className={styles.meta}>
                <span>{author}</span>
                {origin === "caller" && <span>backend</span>}
                {supersedes !== null && <span>revision</span>}
                {mine && <strong>{authorId === memberId ? "yours" : "you decided"}</strong>}
              </span>
            </li>
          ))}
        </ol>
      )}
      <KeyHelp opened={helping} onClose={help.close} on={keys.on} setOn={keys.setOn} />
    </Page>
  );
}
