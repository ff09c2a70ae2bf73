import { dehydrate, HydrationBoundary } from "@tanstack/react-query";
import type { Metadata } from "next";
import { AuditFilters } from "#components/audit/audit-filters.tsx";
import { AuditList } from "#components/audit/audit-list.tsx";
import { InvalidFilter } from "#components/ui/invalid-filter.tsx";
import { auditFilter, auditInput } from "#lib/console/audit-filter.ts";
import { downloads } from "#lib/console/downloads.ts";
import type { SearchParams } from "#lib/console/filter.ts";
import { enterConsole } from "#server/api/trpc/console.ts";
import { mayExportRecord } from "#server/services/audit/may-export.ts";

export const metadata: Metadata = { title: "Audit log" };

export default async function AuditPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const params = await searchParams;
  const query = auditFilter.parse(params);
  const input = auditInput(query);
  const { gateway, member, queryClient, trpc } = await enterConsole(auditFilter.href(query));
  const invalid = auditFilter.findInvalid(params);
  if (invalid.length > 0) return <InvalidFilter title="Audit log" invalid={invalid} href={auditFilter.href(query)} />;
  await queryClient.fetchQuery(trpc.audit.list.queryOptions(input));
  return (
    <HydrationBoundary state={dehydrate(queryClient)}>
      <AuditList
        query={query}
        input={input}
        filters={<AuditFilters query={query} />}
        file={mayExportRecord(gateway.config, member) ? downloads.auditLog : undefined}
      />
    </HydrationBoundary>
  );
}
