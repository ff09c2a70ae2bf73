import type { Metadata } from "next";
import { ReferenceScreen } from "#components/reference/reference-screen.tsx";
import { openApiDocument } from "#lib/contract/open-api.ts";
import { findExample } from "#server/console/submissions/find-example.ts";
import { openConsole } from "#server/process/next/open-console.tsx";

export const metadata: Metadata = { title: "API reference" };

export default async function DocsPage() {
  const { gateway, member } = await openConsole();
  const { consoleUrl } = gateway.config;
  return (
    <ReferenceScreen
      api={openApiDocument(consoleUrl)}
      url={consoleUrl}
      example={await findExample(gateway)}
      isMember={member !== undefined}
      policy={await gateway.tree.printPolicy()}
    />
  );
}
