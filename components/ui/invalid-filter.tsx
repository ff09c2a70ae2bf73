import { Alert } from "@mantine/core";
import type { InvalidValue } from "#lib/console/filter.ts";
import { ForeignText } from "./foreign-text.tsx";
import { Link } from "./link.tsx";
import { Page } from "./page.tsx";

interface InvalidFilterProps {
  readonly title: string;
  readonly invalid: readonly InvalidValue[];
  /** URL of the list with the valid filters only. */
  readonly href: string;
}

/** Shown instead of a list if its URL has an invalid filter. Ignoring that filter would show rows that do not match. */
export function InvalidFilter({ title, invalid, href }: InvalidFilterProps) {
  return (
    <Page title={title} about="The list is not shown, because a filter in the address is invalid.">
      <Alert color="bad" title="Invalid filter">
        <ul>
          {invalid.map(({ name, value }) => (
            <li key={name}>
              “<ForeignText text={value} />” is not a valid value for the filter <code>{name}</code>.
            </li>
          ))}
        </ul>
        <Link href={href}>{invalid.length === 1 ? "Remove the invalid filter" : "Remove the invalid filters"}</Link>
      </Alert>
    </Page>
  );
}
