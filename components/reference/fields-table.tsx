import { Text } from "@mantine/core";
import { DataTable } from "#components/ui/data-table.tsx";
import { readFields } from "./read-fields.ts";

/** The fields of a schema: path, type, bounds, meaning. */
export function FieldsTable({ schema, label }: { readonly schema: unknown; readonly label: string }) {
  return (
    <DataTable
      label={label}
      rows={readFields(schema)}
      keyOf={({ path }) => path}
      fold="plain"
      columns={[
        {
          name: "Field",
          isName: true,
          width: 270,
          show: ({ path, required }) => (
            <>
              <code>{path}</code>
              {!required && (
                <Text span c="dimmed" size="xs" fw={400} ml={8}>
                  optional
                </Text>
              )}
            </>
          ),
        },
        { name: "Type", width: 130, show: ({ type }) => type },
        {
          name: "Meaning and bounds",
          narrow: "whole line",
          show: ({ about, rules }) => (
            <>
              {about}{" "}
              {rules.length > 0 && (
                <Text span c="dimmed">
                  {rules.join("; ")}
                </Text>
              )}
            </>
          ),
        },
      ]}
    />
  );
}
