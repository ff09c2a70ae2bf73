import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function EvaluationNotFound() {
  return (
    <NotFoundPage title="No such evaluation" next={{ href: routes.evaluations(), label: "All evaluations" }}>
      The address names no file of resolved questions. Open one from the list.
    </NotFoundPage>
  );
}
