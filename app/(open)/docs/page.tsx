import { ReferenceScreen } from "#components/reference/reference-screen.tsx";
import { readReference } from "#server/gateway/http/read-reference.ts";
import { openConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "API reference" };

export default async function DocsPage() {
  const { gateway } = await openConsole();
  return <ReferenceScreen markdown={await readReference(gateway.config)} />;
}
