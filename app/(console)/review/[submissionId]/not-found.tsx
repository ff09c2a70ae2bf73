import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function SubmissionNotFound() {
  return (
    <NotFoundPage title="This submission does not exist" next={{ href: routes.review(), label: "Review queue" }}>
      Check the address, or open a submission from the review queue.
    </NotFoundPage>
  );
}
