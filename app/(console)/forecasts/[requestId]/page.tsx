import { ForecastScreen } from "#components/forecasts/forecast-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { exportPath } from "#server/console/files/export-path.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";
import { pageTitle } from "#server/process/next/page-title.ts";

export const generateMetadata = pageTitle("Forecast", "requestId", async ({ read, trpc }, requestId) => {
  const { request } = await read(trpc.forecasts.get.queryOptions({ requestId }));
  return request.task.instructions;
});

export default async function ForecastPage({ params }: { readonly params: Promise<{ requestId: string }> }) {
  const { requestId } = await params;
  const { find, show, trpc } = await enterConsole(routes.forecast(requestId));
  return show(
    <ForecastScreen
      requestId={requestId}
      worthFile={exportPath("observations", { table: "observations", requestId })}
    />,
    find(trpc.forecasts.get.queryOptions({ requestId })),
    find(trpc.outcomes.scoreOf.queryOptions({ requestId })),
    find(trpc.outcomes.worthOf.queryOptions({ requestId })),
  );
}
