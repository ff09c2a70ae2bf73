import { ImportScreen } from "#components/submissions/import-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { questionTemplate } from "#lib/files/question-template.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Import questions" };

export default async function ImportPage() {
  const { refused, release } = await enterConsole(routes.importSubmissions);
  return refused ?? <ImportScreen release={release} template={questionTemplate()} />;
}
