import { notFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default notFoundPage(
  "This forecast does not exist",
  "The request may have been refused. The audit log shows every request with its error code.",
  { href: routes.forecasts(), label: "All forecasts" },
);
