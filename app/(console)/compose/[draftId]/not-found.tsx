import { notFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default notFoundPage(
  "This draft does not exist",
  "Only the author can open a draft. The submission or forecast that a draft starts from must exist.",
  { href: routes.compose, label: "Your drafts" },
);
