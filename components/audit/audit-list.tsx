"use client";

import { IconFilterOff } from "@tabler/icons-react";
import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Empty } from "#components/ui/empty.tsx";
import { Link } from "#components/ui/link.tsx";
import { ListPage } from "#components/ui/list-page.tsx";
import { NextStep } from "#components/ui/next-step.tsx";
import { type Inputs, useTRPC } from "#components/ui/trpc.ts";
import type { AuditQuery } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { AuditTable } from "./audit-table.tsx";
import { describeProtection } from "./describe-protection.ts";
import { VerifyChain } from "./verify-chain.tsx";

interface AuditListProps {
  readonly query: AuditQuery;
  readonly input: Inputs["audit"]["list"];
  /** Rendered on the server, so that the list of error codes is not sent to the browser. */
  readonly filters: ReactNode;
  /** URLs of the whole audit log and of its contents; undefined if the reader may not download them. */
  readonly files: { readonly events: string; readonly contents: string } | undefined;
}

export function AuditList({ query, input, filters, files }: AuditListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.audit.list.queryOptions(input));
  return (
    <ListPage
      title="Audit log"
      about={describeProtection(data.checkpoint)}
      actions={
        <>
          <Link href={routes.verify}>Verify a proof</Link>
          {files !== undefined && (
            <>
              <a href={files.events}>Download audit log (JSONL)</a>
              <a href={files.contents}>Download its contents</a>
            </>
          )}
        </>
      }
      news={<VerifyChain />}
      filters={filters}
      empty={data.events.length === 0 ? <NoEvents /> : undefined}
      pages={{
        after: query.after,
        next: data.next,
        href: (after) => routes.auditLog({ ...query, after }),
        labels: ["Newest events", "Older events"],
      }}
    >
      <AuditTable events={data.events} />
    </ListPage>
  );
}

function NoEvents() {
  return (
    <Empty
      title="No matching event"
      icon={IconFilterOff}
      next={<NextStep href={routes.auditLog({ show: "everything" })} label="Show all events" />}
    >
      Clear a filter or show all events. Calls without a valid API key are not recorded.
    </Empty>
  );
}
