import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function EvaluationNotFound() {
  return (
    <NotFoundPage
      title="This evaluation does not exist"
      next={{ href: routes.evaluations(), label: "All evaluations" }}
    >
      Check the address, or open an evaluation from the list.
    </NotFoundPage>
  );
}
