import { Text } from "@mantine/core";
import { type Column, DataTable } from "#components/ui/data-table.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import type { Entry } from "#lib/files/file-content.ts";
import { type JsonMembers, jsonMembers, shortPaths } from "./json-members.ts";

const SHOWN = 5;

interface StoredRow {
  readonly line: number;
  readonly members: JsonMembers;
}

/** The first entries as they will be stored: one column per member of the JSON value. */
export function StoredRows({ entries }: { readonly entries: readonly Entry[] }) {
  const rows = entries.slice(0, SHOWN).map(({ line, text }) => ({ line, members: jsonMembers(JSON.parse(text)) }));
  const columns = shortPaths(rows.flatMap(({ members }) => [...members.keys()])).map(
    ([path, name]): Column<StoredRow> => ({
      name: path,
      head: <ForeignText text={name} />,
      show: ({ members }) => (
        <Text span size="xs" ff="monospace" lineClamp={2} maw={280} miw="max-content">
          <ForeignText text={members.get(path) ?? ""} />
        </Text>
      ),
    }),
  );
  return (
    <div>
      <Text size="sm" fw={500}>
        {rows.length < entries.length ? `The first ${rows.length} rows` : "Rows"} as they will be stored
      </Text>
      <DataTable
        label="Rows as they will be stored"
        rows={rows}
        keyOf={(_, index) => index}
        columns={[{ name: "Line", isNumber: true, width: 48, show: ({ line }) => line }, ...columns]}
      />
    </div>
  );
}
