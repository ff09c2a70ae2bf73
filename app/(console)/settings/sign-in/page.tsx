import { SignInSettingsScreen } from "#components/settings/sign-in-settings-screen.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { routes } from "#lib/console/routes.ts";
import { describeFailure } from "#lib/domain/open-id.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Sign-in" };

export default async function SignInSettingsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { gateway, refused, read, show, trpc } = await enterConsole(routes.signInSettings);
  if (refused !== undefined) return refused;
  const failure = describeFailure((await searchParams).error, gateway.config);
  return show(<SignInSettingsScreen failure={failure} />, read(trpc.members.signIn.queryOptions()));
}
