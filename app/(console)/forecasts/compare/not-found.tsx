import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function ComparedNotFound() {
  return (
    <NotFoundPage
      title="One of these request ids has no forecast"
      next={{ href: routes.compare([]), label: "Select other forecasts" }}
    >
      The request may have been refused: the audit log shows every attempt with its code.
    </NotFoundPage>
  );
}
