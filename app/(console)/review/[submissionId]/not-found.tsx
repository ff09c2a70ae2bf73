import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function SubmissionNotFound() {
  return (
    <NotFoundPage title="No submission has this id" next={{ href: routes.review(), label: "Review queue" }}>
      The review queue lists every open submission.
    </NotFoundPage>
  );
}
