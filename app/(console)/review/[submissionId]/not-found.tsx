import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function SubmissionNotFound() {
  return (
    <NotFoundPage title="No submission has this id" home={routes.overview}>
      The list of submissions has every one that there is.
    </NotFoundPage>
  );
}
