"use client";

import { Group } from "@mantine/core";
import type { ReactNode } from "react";
import { NextStep } from "./next-step.tsx";
import { Page } from "./page.tsx";

interface Pages {
  /** Cursor of this page: the last row of the previous page; undefined on the first page. */
  readonly after: string | undefined;
  /** Cursor of the next page; null on the last page. */
  readonly next: string | number | null;
  readonly href: (after: string | undefined) => string;
  /** Labels of the links to the first and the next page. */
  readonly labels: readonly [string, string];
}

/** Returns the links between the pages of a list whose filter is `query`. */
export function pagesOf<Query extends { readonly after?: string | undefined }>(
  query: Query,
  next: Pages["next"],
  hrefOf: (query: Query) => string,
  labels: Pages["labels"],
): Pages {
  return { after: query.after, next, href: (after) => hrefOf({ ...query, after }), labels };
}

interface ListPageProps {
  readonly title: string;
  readonly about: ReactNode;
  readonly actions?: ReactNode;
  /** Result of the previous action, shown between the heading and the filters. */
  readonly news?: ReactNode;
  readonly filters?: ReactNode;
  /** Shown instead of the rows, if there are none. */
  readonly empty?: ReactNode;
  readonly pages?: Pages;
  readonly footer?: ReactNode;
  /** The open dialog. Rendered even if the list is empty. */
  readonly dialog?: ReactNode;
  readonly children: ReactNode;
}

/** Page with filters, rows and links to the first and the next page. */
export function ListPage(props: ListPageProps) {
  const { title, about, actions, news, filters, empty, pages, footer, dialog, children } = props;
  return (
    <Page title={title} about={about} actions={actions}>
      {news}
      {filters}
      <div className="sheet">{empty || children}</div>
      {pages !== undefined && (pages.after !== undefined || pages.next !== null) && (
        <Group component="nav" aria-label={`Pages of ${title}`} gap="xs" py="sm">
          {pages.after !== undefined && <NextStep href={pages.href(undefined)} label={pages.labels[0]} />}
          {pages.next !== null && <NextStep href={pages.href(String(pages.next))} label={pages.labels[1]} />}
        </Group>
      )}
      {footer}
      {dialog}
    </Page>
  );
}
