import { ImportScreen } from "#components/outcomes/import-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Import outcomes" };

export default async function ImportOutcomesPage() {
  const { refused } = await enterConsole(routes.importOutcomes);
  return refused ?? <ImportScreen />;
}
