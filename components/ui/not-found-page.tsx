import Link from "next/link";
import { Page } from "./page.tsx";

interface NotFoundPageProps {
  readonly title: string;
  readonly children: string;
  /** The page where the reader can go on. */
  readonly next: { readonly href: string; readonly label: string };
}

/** The page for an address that does not exist. */
export function NotFoundPage({ title, children, next }: NotFoundPageProps) {
  return (
    <Page narrow title={title} about={children}>
      <Link href={next.href}>{next.label}</Link>
    </Page>
  );
}
