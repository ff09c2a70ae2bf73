import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function ForecastNotFound() {
  return (
    <NotFoundPage title="No forecast has this request id" home={routes.overview}>
      It may have been refused: the records show every attempt with its code.
    </NotFoundPage>
  );
}
