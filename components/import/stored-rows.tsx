import { Text } from "@mantine/core";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import type { Entry } from "#lib/files/file-content.ts";
import { visible } from "#lib/format.ts";
import { jsonMembers } from "./json-members.ts";

const SHOWN = 5;

interface StoredRow {
  readonly line: number;
  readonly members: ReadonlyMap<string, string>;
}

/** The first entries as they will be stored: one column per member of the JSON value. */
export function StoredRows({ entries }: { readonly entries: readonly Entry[] }) {
  const rows = entries.slice(0, SHOWN).map(({ line, text }) => ({ line, members: jsonMembers(JSON.parse(text)) }));
  const names = [...new Set(rows.flatMap(({ members }) => [...members.keys()]))];
  return (
    <div>
      <Text size="sm" fw={500}>
        {rows.length < entries.length ? `The first ${rows.length} as they will be stored` : "As it will be stored"}
      </Text>
      <DataTable
        label="Rows as they will be stored"
        rows={rows}
        keyOf={(_, index) => index}
        columns={[
          { name: "Line", isName: true, isNumber: true, show: ({ line }) => line },
          ...names.map(
            (name): Column<StoredRow> => ({
              name: visible(name),
              show: ({ members }) => (
                <Text span size="xs" ff="monospace" lineClamp={2} maw={320} miw="max-content">
                  {visible(members.get(name) ?? "")}
                </Text>
              ),
            }),
          ),
        ]}
      />
    </div>
  );
}
