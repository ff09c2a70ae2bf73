import { PublicFrame } from "#components/reference/public-frame.tsx";
import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { openConsole } from "#server/process/next/open-console.tsx";

export default async function NotFound() {
  const { member } = await openConsole();
  const page = <NotFoundPage title="Page not found">The address may be mistyped, or the page has moved.</NotFoundPage>;
  return member === undefined ? <PublicFrame>{page}</PublicFrame> : page;
}
