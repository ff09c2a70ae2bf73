import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function ComparedNotFound() {
  return (
    <NotFoundPage title="One of these request ids has no forecast" home={routes.overview}>
      It may have been refused: the records show every attempt with its code. Choose the forecasts anew from their list.
    </NotFoundPage>
  );
}
