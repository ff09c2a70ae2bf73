import { Anchor, Text } from "@mantine/core";
import { DataTable } from "#components/ui/data-table.tsx";
import { exampleOf, PROVOCATIONS } from "#lib/contract/error-examples.ts";
import { ERROR_CODES, ERRORS } from "#lib/contract/error-table.ts";
import { Marked } from "./marked.tsx";

/** Table of all error codes with causes and remedies, in the order of checks. Each row has an anchor. */
export function ErrorCatalogue() {
  return (
    <DataTable
      label="Error codes"
      rows={ERROR_CODES}
      keyOf={(code) => code}
      idOf={(code) => code}
      fold="plain"
      columns={[
        {
          name: "Code",
          isName: true,
          width: 240,
          show: (code) => (
            <Anchor href={`#${code}`} c="inherit">
              <code>{code}</code>
            </Anchor>
          ),
        },
        { name: "Status", isNumber: true, show: (code) => ERRORS[code].status },
        {
          name: "Cause and remedy",
          narrow: "whole line",
          show: (code) => (
            <>
              {ERRORS[code].cause}{" "}
              <Text span c="dimmed">
                <Marked text={ERRORS[code].remedy} />
              </Text>
              <Text component="details" c="dimmed" size="xs">
                <summary>Example: {PROVOCATIONS[code].when}</summary>
                <pre style={{ margin: 0, whiteSpace: "pre-wrap" }}>{JSON.stringify(exampleOf(code), null, 2)}</pre>
              </Text>
            </>
          ),
        },
      ]}
    />
  );
}
