import type { Metadata } from "next";
import { connection } from "next/server";
import { JoinScreen } from "#components/sign-in/join-screen.tsx";
import { findLink } from "#server/console/members/find-link.ts";
import { sharedGateway } from "#server/process/create-process.ts";

export const metadata: Metadata = { title: "One-time link", referrer: "no-referrer" };

/** To open the page uses nothing up: what previews links in a chat opens them too. */
export default async function JoinPage({ params }: { readonly params: Promise<{ readonly token: string }> }) {
  await connection();
  const { token } = await params;
  const { gateway } = await sharedGateway();
  const link = await findLink(gateway.database.orm, token, gateway.now());
  return <JoinScreen token={token} link={link} />;
}
