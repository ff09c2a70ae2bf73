import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function ExperimentNotFound() {
  return (
    <NotFoundPage title="No such experiment" next={{ href: routes.submissions(), label: "Submissions" }}>
      The address names no submission, or none with such variants. Open a submission and experiment with its
      observations.
    </NotFoundPage>
  );
}
