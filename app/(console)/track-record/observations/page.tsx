import { ObservationsScreen } from "#components/track-record/observations-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { exportPath } from "#server/console/files/export-path.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Worth of observations" };

export default async function ObservationsPage() {
  const { gateway, read, trpc } = await enterConsole(routes.observationRecord);
  const file = (table: string) => exportPath("observations", { table });
  return (
    <ObservationsScreen
      record={await read(trpc.outcomes.observations.queryOptions())}
      hasCandidate={gateway.config.candidate !== undefined}
      files={{
        worths: file("worths"),
        findings: file("findings"),
        observations: file("observations"),
      }}
    />
  );
}
