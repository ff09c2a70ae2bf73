import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function ForecastNotFound() {
  return (
    <NotFoundPage title="No forecast has this request id" next={{ href: routes.forecasts(), label: "All forecasts" }}>
      The request may have been refused: the audit log shows every attempt with its code.
    </NotFoundPage>
  );
}
