"use client";

import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { Link } from "./link.tsx";
import { Page } from "./page.tsx";

interface ListPageProps {
  readonly title: string;
  readonly about: ReactNode;
  readonly actions?: ReactNode;
  /** Between the heading and the filters. */
  readonly news?: ReactNode;
  readonly filters?: ReactNode;
  /** In place of the rows, where there are none. */
  readonly empty: ReactNode | undefined;
  /** Ways to other pages of the list; those without an address are left out. */
  readonly pages?: readonly { readonly label: string; readonly href: string | undefined }[];
  /** Below the list: its downloads. */
  readonly footer?: ReactNode;
  /** What is open over the page, also where there are no rows. */
  readonly dialog?: ReactNode;
  readonly children: ReactNode;
}

/** A list: its filters, its rows, the ways to further pages, and its downloads. */
export function ListPage(props: ListPageProps) {
  const { title, about, actions, news, filters, empty, pages = [], footer, dialog, children } = props;
  const links = pages.flatMap(({ label, href }) => (href === undefined ? [] : [{ label, href }]));
  return (
    <Page title={title} about={about} actions={actions}>
      {news}
      {filters}
      <div className="sheet">{empty ?? children}</div>
      {links.length > 0 && (
        <Group component="nav" aria-label={`Pages of ${title}`} gap="xs" py="sm">
          {links.map(({ label, href }) => (
            <Button key={label} component={Link} href={href} variant="default">
              {label}
            </Button>
          ))}
        </Group>
      )}
      {footer}
      {dialog}
    </Page>
  );
}
