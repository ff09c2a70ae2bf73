import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function SubmissionNotFound() {
  return (
    <NotFoundPage
      title="No submission has this id"
      next={{ href: routes.submissions({ whose: "all" }), label: "All submissions" }}
    >
      The list of submissions shows all of them.
    </NotFoundPage>
  );
}
