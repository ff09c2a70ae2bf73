import { Text } from "@mantine/core";
import { DataTable } from "#components/ui/data-table.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import type { Refusal } from "#lib/files/file-content.ts";
import { formatCount } from "#lib/format.ts";

const SHOWN = 100;

export function RefusalTable({ refused }: { readonly refused: readonly Refusal[] }) {
  return (
    <div>
      <DataTable
        label="Refused lines"
        rows={refused.slice(0, SHOWN)}
        keyOf={(_, index) => index}
        fold="named"
        columns={[
          { name: "Line", isNumber: true, width: 64, show: ({ line }) => line },
          {
            name: "Cell",
            width: 180,
            isText: true,
            show: ({ cell }) =>
              cell && (
                <code>
                  <ForeignText text={cell} />
                </code>
              ),
          },
          { name: "Reason", isText: true, show: ({ message }) => <ForeignText text={message} /> },
        ]}
      />
      {refused.length > SHOWN && <Text size="sm">and {formatCount(refused.length - SHOWN)} more refused lines</Text>}
    </div>
  );
}
