import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function SubmissionNotFound() {
  return (
    <NotFoundPage
      title="This submission does not exist"
      next={{ href: routes.submissions({ whose: "all" }), label: "All submissions" }}
    >
      Check the address, or find the submission in the list.
    </NotFoundPage>
  );
}
