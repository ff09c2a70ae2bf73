import { Group } from "@mantine/core";
import { routes } from "#lib/console/routes.ts";
import { Link } from "./link.tsx";
import { Page } from "./page.tsx";

interface NotFoundPageProps {
  readonly title: string;
  readonly children: string;
  /** Link to the list where the reader may find the missing item. */
  readonly next?: { readonly href: string; readonly label: string };
}

export function NotFoundPage({ title, children, next }: NotFoundPageProps) {
  return (
    <Page width="narrow" title={title} about={children}>
      <Group>
        {next !== undefined && <Link href={next.href}>{next.label}</Link>}
        <Link href={routes.overview}>Go to the overview</Link>
      </Group>
    </Page>
  );
}

/** Returns the not-found page of a kind of item. */
export function notFoundPage(title: string, text: string, next: NonNullable<NotFoundPageProps["next"]>) {
  return () => (
    <NotFoundPage title={title} next={next}>
      {text}
    </NotFoundPage>
  );
}
