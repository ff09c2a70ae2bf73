import Link from "next/link";
import { Empty } from "./empty.tsx";
import { Page } from "./page.tsx";

/** In the place of a page that does not exist. */
export function NotFoundPage({
  title,
  children,
  home,
}: {
  readonly title: string;
  readonly children: string;
  readonly home: string;
}) {
  return (
    <Page narrow>
      <Empty title={title}>
        <p>{children}</p>
        <p>
          <Link href={home}>Go to the overview</Link>
        </p>
      </Empty>
    </Page>
  );
}
