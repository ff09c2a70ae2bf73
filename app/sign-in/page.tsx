import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { SignInScreen } from "#components/sign-in/sign-in-screen.tsx";
import type { SearchParams } from "#lib/page-query.ts";
import { safeReturn } from "#lib/routes.ts";
import { openConsole } from "#server/trpc/console.ts";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const to = safeReturn((await searchParams).to);
  const { member } = await openConsole();
  if (member !== undefined) redirect(to);
  return <SignInScreen to={to} />;
}
