import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function QuestionNotFound() {
  return (
    <NotFoundPage title="This question does not exist" next={{ href: routes.outcomes(), label: "All questions" }}>
      A question page exists once the question has been sent for review. You can also open a question from a forecast or
      a submission.
    </NotFoundPage>
  );
}
