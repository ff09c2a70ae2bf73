import { Page } from "#components/ui/page.tsx";
import type { Member } from "#lib/domain/members.ts";
import { AccountForms, type AccountProps } from "./account-forms.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";
import { TokensPanel } from "./tokens-panel.tsx";

export function AccountScreen({ name, email, role, hasPassword }: AccountProps & Pick<Member, "role">) {
  return (
    <Page width="narrow" title="Your account" about={`${email}, ${role}. You cannot change your own role.`}>
      <AccountForms name={name} email={email} hasPassword={hasPassword} />
      <SessionsPanel />
      <TokensPanel />
    </Page>
  );
}
