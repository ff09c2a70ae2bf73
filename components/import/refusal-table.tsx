import { Text } from "@mantine/core";
import { DataTable } from "#components/ui/data-table.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import type { Refusal } from "#lib/files/file-content.ts";
import { formatCount } from "#lib/format.ts";

const SHOWN = 50;
const SHOWN_LINES = 5;

/** The refused lines; lines with the same reason are one row. */
export function RefusalTable({ refused }: { readonly refused: readonly Refusal[] }) {
  const groups = [...Map.groupBy(refused, ({ cell, message }) => JSON.stringify([cell, message])).entries()];
  return (
    <div>
      <DataTable
        label="Refused lines"
        rows={groups.slice(0, SHOWN)}
        keyOf={([reason]) => reason}
        fold="named"
        columns={[
          {
            name: "Lines",
            width: 180,
            show: ([, same]) => {
              const shown = same.slice(0, SHOWN_LINES).map(({ line }) => line);
              const more = same.length - shown.length;
              return shown.join(", ") + (more > 0 ? ` and ${formatCount(more)} more` : "");
            },
          },
          {
            name: "Cell",
            width: 180,
            isText: true,
            show: ([, [one]]) =>
              one?.cell && (
                <code>
                  <ForeignText text={one.cell} />
                </code>
              ),
          },
          { name: "Reason", isText: true, show: ([, [one]]) => one && <ForeignText text={one.message} /> },
        ]}
      />
      {groups.length > SHOWN && <Text size="sm">and {formatCount(groups.length - SHOWN)} more reasons</Text>}
    </div>
  );
}
