import { notFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default notFoundPage(
  "This evaluation does not exist",
  "Check the address, or open an evaluation from the list.",
  { href: routes.evaluations(), label: "All evaluations" },
);
