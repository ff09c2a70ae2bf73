import { redirect } from "next/navigation";
import { SignInScreen } from "#components/sign-in/sign-in-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { safeReturn } from "#lib/console/routes.ts";
import { describeFailure } from "#lib/domain/open-id.ts";
import { openConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { to, error } = await searchParams;
  const path = safeReturn(to);
  const { gateway, member } = await openConsole();
  if (member !== undefined) redirect(path);
  const { config } = gateway;
  const methods = { password: config.signIn === "both", openId: config.oidc !== undefined };
  return <SignInScreen to={path} methods={methods} failure={describeFailure(error, config)} />;
}
