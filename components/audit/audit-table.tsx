import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { AuditEventRow } from "./audit-event-row.tsx";

export function AuditTable({ records }: { readonly records: Outputs["records"]["list"]["records"] }) {
  return (
    <Table label="Records, the newest first" fold>
      <thead>
        <tr>
          <th scope="col" data-number>
            Event
          </th>
          <th scope="col">At (UTC)</th>
          <th scope="col">What</th>
          <th scope="col">Code or outcome</th>
          <th scope="col" data-number>
            Time taken
          </th>
          <th scope="col">Who</th>
          <th scope="col">About</th>
          <th scope="col">Hash</th>
        </tr>
      </thead>
      <tbody>
        {records.map((record) => (
          <AuditEventRow key={record.seq} record={record} />
        ))}
      </tbody>
    </Table>
  );
}
