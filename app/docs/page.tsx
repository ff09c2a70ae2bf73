import type { Metadata } from "next";
import { headers } from "next/headers";
import { ReferenceScreen } from "#components/reference/reference-screen.tsx";
import { openApiDocument } from "#lib/contract/open-api.ts";
import { sharedGateway } from "#server/create-gateway.ts";

export const metadata: Metadata = { title: "API reference" };

export default async function DocsPage() {
  // The deployment's own address is in it, so it is never rendered at build time.
  await headers();
  const { consoleUrl } = (await sharedGateway()).gateway.config;
  return <ReferenceScreen api={openApiDocument(consoleUrl)} url={consoleUrl} />;
}
