import { notFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default notFoundPage(
  "This submission does not exist",
  "Check the address, or find the submission in the list.",
  { href: routes.submissions({ whose: "all" }), label: "All submissions" },
);
