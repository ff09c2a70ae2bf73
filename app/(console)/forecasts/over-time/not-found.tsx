import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function OverTimeNotFound() {
  return (
    <NotFoundPage title="No forecasts to chart" next={{ href: routes.forecasts(), label: "All forecasts" }}>
      The task does not exist or has no forecasts. Open a forecast and select “over time”.
    </NotFoundPage>
  );
}
