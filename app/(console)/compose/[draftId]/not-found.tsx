import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function DraftNotFound() {
  return (
    <NotFoundPage title="There is no such draft" home={routes.overview}>
      A draft is its writer’s alone, and what it was to start from must exist.
    </NotFoundPage>
  );
}
