import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function ExperimentNotFound() {
  return (
    <NotFoundPage title="This experiment does not exist" next={{ href: routes.submissions(), label: "Submissions" }}>
      To create an experiment, open a submission and select “Experiment with observations”.
    </NotFoundPage>
  );
}
