import { redirect } from "next/navigation";
import { SignInScreen } from "#components/sign-in/sign-in-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { safeReturn } from "#lib/console/routes.ts";
import { openConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { to, error } = await searchParams;
  const path = safeReturn(to);
  const { member, openId } = await openConsole();
  if (member !== undefined) redirect(path);
  return <SignInScreen to={path} openId={openId} errorCode={typeof error === "string" ? error : undefined} />;
}
