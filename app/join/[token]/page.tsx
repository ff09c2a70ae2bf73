import type { Metadata } from "next";
import { connection } from "next/server";
import { JoinScreen } from "#components/sign-in/join-screen.tsx";
import { sharedGateway } from "#server/create-gateway.ts";
import { findLink } from "#server/services/members/find-link.ts";

export const metadata: Metadata = { title: "One-time link", referrer: "no-referrer" };

/** To open the page uses nothing up: what previews links in a chat opens them too. */
export default async function JoinPage({ params }: { readonly params: Promise<{ readonly token: string }> }) {
  await connection();
  const { token } = await params;
  const { gateway } = await sharedGateway();
  const link = await findLink(gateway.database.orm, token, gateway.now());
  return <JoinScreen token={token} link={link} />;
}
