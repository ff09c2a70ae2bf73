import { Text } from "@mantine/core";
import { DataTable } from "#components/ui/data-table.tsx";
import { Marked } from "./marked.tsx";

export interface Operation {
  /** The path of an operation, or the type of a webhook message. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
}

/** Table of operations or webhook messages. */
export function Operations({
  label,
  operations,
}: {
  readonly label: string;
  readonly operations: readonly Operation[];
}) {
  return (
    <DataTable
      label={label}
      rows={operations}
      keyOf={({ name }) => name}
      fold="plain"
      columns={[
        { name: "Name", isName: true, width: 270, show: ({ name }) => <code>{name}</code> },
        {
          name: "Description",
          narrow: "whole line",
          show: ({ summary, description }) => (
            <>
              {summary}.{" "}
              <Text span c="dimmed">
                <Marked text={description} />
              </Text>
            </>
          ),
        },
      ]}
    />
  );
}
