import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function OverTimeNotFound() {
  return (
    <NotFoundPage title="No forecast to draw over time" next={{ href: routes.forecasts(), label: "All forecasts" }}>
      The address names no task, or a task without forecasts. Open a forecast and follow its task from there.
    </NotFoundPage>
  );
}
