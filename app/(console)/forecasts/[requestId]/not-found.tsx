import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function ForecastNotFound() {
  return (
    <NotFoundPage title="This forecast does not exist" next={{ href: routes.forecasts(), label: "All forecasts" }}>
      The request may have been refused. The audit log shows every request with its error code.
    </NotFoundPage>
  );
}
