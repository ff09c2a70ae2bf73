import type { Metadata } from "next";
import { ImportScreen } from "#components/submissions/import-screen.tsx";
import { routes } from "#lib/routes.ts";
import { enterConsole } from "#server/trpc/console.ts";

export const metadata: Metadata = { title: "Import submissions" };

export default async function ImportPage() {
  await enterConsole(routes.importSubmissions);
  return <ImportScreen />;
}
