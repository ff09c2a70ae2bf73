import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function NotFound() {
  return (
    <main>
      <NotFoundPage title="Page not found" next={{ href: routes.overview, label: "Go to the overview" }}>
        The address may be mistyped, or the page has moved.
      </NotFoundPage>
    </main>
  );
}
