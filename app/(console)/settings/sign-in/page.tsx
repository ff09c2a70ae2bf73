import { SignInSettingsScreen } from "#components/settings/sign-in-settings-screen.tsx";
import { RoleNeeded } from "#components/ui/role-needed.tsx";
import type { SearchParams } from "#lib/console/filter.ts";
import { routes } from "#lib/console/routes.ts";
import { isPermitted } from "#lib/domain/members.ts";
import { describeFailure } from "#lib/domain/open-id.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";

export const metadata = { title: "Sign-in" };

export default async function SignInSettingsPage({ searchParams }: { readonly searchParams: Promise<SearchParams> }) {
  const { gateway, member, read, show, trpc } = await enterConsole(routes.signInSettings);
  if (!isPermitted(member.role, "administer")) {
    return <RoleNeeded needs="admin" what="Ask an administrator how members sign in." />;
  }
  const failure = describeFailure((await searchParams).error, gateway.config);
  return show(<SignInSettingsScreen failure={failure} />, read(trpc.members.signIn.queryOptions()));
}
