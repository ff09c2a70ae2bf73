import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function ComparedNotFound() {
  return (
    <NotFoundPage
      title="One of these forecasts does not exist"
      next={{ href: routes.compare([]), label: "Select other forecasts" }}
    >
      The request may have been refused. The audit log shows every request with its error code.
    </NotFoundPage>
  );
}
