import { AuditFilters } from "#components/audit/audit-filters.tsx";
import { AuditList } from "#components/audit/audit-list.tsx";
import { auditInput, auditList } from "#lib/console/filters.ts";
import { isPermitted } from "#lib/domain/members.ts";
import { exportPath } from "#server/console/files/export-path.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata = { title: "Audit log" };

export default filteredPage(metadata.title, auditList, (query, { member, read, show, trpc }) => {
  const input = auditInput(query);
  return show(
    <AuditList
      query={query}
      input={input}
      filters={<AuditFilters query={query} />}
      files={
        isPermitted(member, "audit")
          ? { events: exportPath("audit-log"), contents: exportPath("audit-log-contents") }
          : undefined
      }
    />,
    read(trpc.audit.list.queryOptions(input)),
  );
});
