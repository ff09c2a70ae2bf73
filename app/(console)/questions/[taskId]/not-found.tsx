import { NotFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default function QuestionNotFound() {
  return (
    <NotFoundPage title="No such question" next={{ href: routes.outcomes(), label: "Questions and their outcomes" }}>
      The address names no question that was sent to review. Open a forecast or a submission and follow its question.
    </NotFoundPage>
  );
}
