"use client";

import { useSuspenseQuery } from "@tanstack/react-query";
import { useTRPC } from "#components/frame/trpc.ts";
import { Empty } from "#components/ui/empty.tsx";
import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Pager } from "#components/ui/pager.tsx";
import { type RecordsShown, recordsInput } from "#lib/page-query.ts";
import { type RecordsQuery, routes } from "#lib/routes.ts";
import { RecordFilters } from "./record-filters.tsx";
import { RecordTable } from "./record-table.tsx";
import { VerifyChain } from "./verify-chain.tsx";

interface RecordListProps {
  readonly query: RecordsQuery & { readonly show: RecordsShown };
  /** The contract's codes: given, so that their table stays on the server. */
  readonly codes: readonly string[];
}

/** The record, the newest event first, and its verification. */
export function RecordList({ query, codes }: RecordListProps) {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.records.list.queryOptions(recordsInput(query)));
  return (
    <Page>
      <PageHead
        title="Records"
        about="Each event is chained to the one before it by its hash: nothing can be changed or taken out unnoticed."
      />
      <VerifyChain />
      <RecordFilters key={JSON.stringify(query)} query={query} codes={codes} />
      {data.records.length === 0 ? (
        <Empty title="No record fits these filters">
          Clear a filter, or show everything. Calls without a valid credential leave no record.
        </Empty>
      ) : (
        <RecordTable records={data.records} />
      )}
      <Pager
        what="records"
        newest={query.after === undefined ? undefined : routes.records({ ...query, after: undefined })}
        older={data.next === null ? undefined : routes.records({ ...query, after: String(data.next) })}
      />
    </Page>
  );
}
