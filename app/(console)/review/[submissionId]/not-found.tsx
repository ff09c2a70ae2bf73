import { notFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default notFoundPage(
  "This submission does not exist",
  "Check the address, or open a submission from the review queue.",
  { href: routes.review(), label: "Review queue" },
);
