import { Alert, List, ListItem } from "@mantine/core";
import type { InvalidValue } from "#lib/console/filter.ts";
import { visible } from "#lib/format.ts";
import { Link } from "./link.tsx";
import { Page } from "./page.tsx";

interface InvalidFilterProps {
  /** Title of the list. */
  readonly title: string;
  readonly invalid: readonly InvalidValue[];
  /** The list's address with the other filters. */
  readonly href: string;
}

/** Replaces a list whose URL has an invalid filter. Ignoring the filter would show too many rows. */
export function InvalidFilter({ title, invalid, href }: InvalidFilterProps) {
  return (
    <Page title={title} about="Nothing is listed, because a filter in the address is not valid.">
      <Alert color="bad" title="Invalid filter">
        <List>
          {invalid.map(({ name, value }) => (
            <ListItem key={name}>
              <code>{name}</code> cannot be “{visible(value)}”.
            </ListItem>
          ))}
        </List>
        <Link href={href}>{invalid.length === 1 ? "Show the list without it" : "Show the list without them"}</Link>
      </Alert>
    </Page>
  );
}
