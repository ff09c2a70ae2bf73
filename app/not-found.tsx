import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function NotFound() {
  return (
    <main>
      <NotFoundPage title="There is no such page" home={routes.overview}>
        The address may be mistyped, or the page has moved.
      </NotFoundPage>
    </main>
  );
}
