import { Anchor, Text } from "@mantine/core";
import { DataTable } from "#components/ui/data-table.tsx";
import { exampleAt } from "./example-at.ts";
import { Marked } from "./marked.tsx";
import { type Field, readFields } from "./read-fields.ts";
import { fieldId } from "./targets.ts";

interface FieldsTableProps {
  /** Prefix of the field anchors, such as "request". */
  readonly part: string;
  readonly schema: unknown;
  readonly label: string;
  /** Without an example, the table has no column for it. */
  readonly example?: unknown;
}

export function FieldsTable({ part, schema, label, example }: FieldsTableProps) {
  return (
    <DataTable
      label={label}
      rows={readFields(schema)}
      keyOf={({ path }) => path}
      idOf={({ path }) => fieldId(part, path)}
      fold="plain"
      columns={[
        {
          name: "Field",
          isName: true,
          width: 270,
          show: ({ path, required }) => (
            <>
              <Anchor href={`#${fieldId(part, path)}`} c="inherit">
                <code>{path}</code>
              </Anchor>
              <Text span c={required ? "var(--warn)" : "dimmed"} size="xs" fw={400} ml={8}>
                {required ? "required" : "optional"}
              </Text>
            </>
          ),
        },
        { name: "Type", width: 130, show: ({ type }) => type },
        {
          name: "Description and limits",
          narrow: "whole line",
          show: ({ about, rules }) => (
            <>
              <Marked text={about} />{" "}
              {rules.length > 0 && (
                <Text span c="dimmed">
                  {rules.join("; ")}
                </Text>
              )}
            </>
          ),
        },
        ...(example === undefined
          ? []
          : [
              {
                name: "Example",
                width: 220,
                isText: true,
                narrow: "whole line" as const,
                show: ({ path }: Field) => {
                  const text = exampleAt(example, path);
                  return text === undefined ? null : <code>{text}</code>;
                },
              },
            ]),
      ]}
    />
  );
}
