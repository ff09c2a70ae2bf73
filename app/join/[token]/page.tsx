import type { Metadata } from "next";
import { connection } from "next/server";
import { JoinScreen } from "#components/join/join-screen.tsx";
import { findLink } from "#server/members/find-link.ts";
import { theGateway } from "#server/wiring.ts";

export const metadata: Metadata = { title: "One-time link", referrer: "no-referrer" };

/** To open the page uses nothing up: what previews links in a chat opens them too. */
export default async function JoinPage({ params }: { readonly params: Promise<{ readonly token: string }> }) {
  await connection();
  const { token } = await params;
  const { gateway } = await theGateway();
  const link = await findLink(gateway.database.orm, token, gateway.now());
  return <JoinScreen token={token} link={link} />;
}
