import { PublicFrame } from "#components/reference/public-frame.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { routes } from "#lib/console/routes.ts";
import { openConsole } from "#server/process/next/open-console.tsx";

/** The not-found page of every address, also of an id that names nothing. */
export default async function NotFound() {
  const { member } = await openConsole();
  const page = (
    <Page
      width="narrow"
      title="Page not found"
      about="The address may be mistyped, or its id names nothing here. A refused request has no forecast, only an entry in the audit log."
    >
      <Link href={routes.overview}>Go to the overview</Link>
    </Page>
  );
  return member === undefined ? <PublicFrame>{page}</PublicFrame> : page;
}
