"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Empty } from "#components/ui/empty.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { recordsInput } from "#lib/console/page-query.ts";
import { type RecordsQuery, routes } from "#lib/console/routes.ts";
import { formatCount } from "#lib/format.ts";
import { AuditTable } from "./audit-table.tsx";
import { VerifyChain } from "./verify-chain.tsx";

interface RecordListProps {
  readonly query: RecordsQuery;
  /** What `records.list` is asked for it. */
  readonly input: ReturnType<typeof recordsInput>;
  /** Rendered on the server, as the codes to choose from stay there. */
  readonly filters: ReactNode;
  /** The address of the whole record's download, for those who may have it. */
  readonly file: string | undefined;
}

/** The record, the newest event first, and its verification. */
export function AuditList({ query, input, filters, file }: RecordListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.records.list.queryOptions(input));
  return (
    <Page>
      <PageHead
        title="Records"
        actions={file !== undefined && <a href={file}>Download the record (JSONL)</a>}
        about="Each event is chained to the one before it by its hash: nothing can be changed or taken out unnoticed."
      />
      <VerifyChain />
      {filters}
      {data.records.length === 0 ? <NoRecords searchedDownTo={data.next} /> : <AuditTable records={data.records} />}
      <Pager
        what="records"
        newest={query.after === undefined ? undefined : routes.records({ ...query, after: undefined })}
        older={data.next === null ? undefined : routes.records({ ...query, after: String(data.next) })}
      />
    </Page>
  );
}

function NoRecords({ searchedDownTo }: { readonly searchedDownTo: number | null }) {
  if (searchedDownTo !== null) {
    return (
      <Empty title="No record fits these filters so far">
        Searched back to event {formatCount(searchedDownTo)}. Older ones may fit: go on to them, or narrow the days.
      </Empty>
    );
  }
  return (
    <Empty title="No record fits these filters">
      Clear a filter, or show everything. Calls without a valid credential leave no record.
    </Empty>
  );
}
