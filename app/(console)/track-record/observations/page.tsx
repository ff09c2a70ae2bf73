import type { Metadata } from "next";
import { ObservationsScreen } from "#components/track-record/observations-screen.tsx";
import { downloads } from "#lib/console/downloads.ts";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata: Metadata = { title: "Worth of observations" };

export default async function ObservationsPage() {
  const { read, trpc } = await enterConsole(routes.observationRecord);
  const { observations } = downloads;
  return (
    <ObservationsScreen
      record={await read(trpc.outcomes.observations.queryOptions())}
      files={{
        worths: observations("worths"),
        findings: observations("findings"),
        observations: observations("observations"),
      }}
    />
  );
}
