import { JoinScreen } from "#components/sign-in/join-screen.tsx";
import { findLink } from "#server/console/members/one-time-links.ts";
import { openConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "One-time link", referrer: "no-referrer" };

/** Opening the page does not consume the token, because chat applications open the page to render a link preview. */
export default async function JoinPage({ params }: { readonly params: Promise<{ readonly token: string }> }) {
  const { token } = await params;
  const { gateway } = await openConsole();
  const link = await findLink(gateway.database.orm, { token }, gateway.now());
  return <JoinScreen token={token} link={link} byProvider={gateway.config.signIn === "openid"} />;
}
