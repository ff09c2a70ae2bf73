import { notFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default notFoundPage(
  "This question does not exist",
  "A question page exists once the question has been sent for review. You can also open a question from a forecast or a submission.",
  { href: routes.outcomes(), label: "All questions" },
);
