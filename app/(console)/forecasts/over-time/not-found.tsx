import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function OverTimeNotFound() {
  return (
    <NotFoundPage title="No forecast to draw over time" home={routes.overview}>
      The address names no task, or one that nobody has forecast. Open a forecast and follow its task from there.
    </NotFoundPage>
  );
}
