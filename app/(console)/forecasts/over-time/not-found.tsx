import { notFoundPage } from "#components/ui/not-found-page.tsx";
import { routes } from "#lib/console/routes.ts";

export default notFoundPage(
  "No forecasts to chart",
  "The task does not exist or has no forecasts. Open a forecast and select “over time”.",
  { href: routes.forecasts(), label: "All forecasts" },
);
