import { Page } from "#components/ui/page.tsx";
import type { Member } from "#lib/domain/members.ts";
import { AccountForms } from "./account-forms.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";

export function AccountScreen({ name, email, role }: Member) {
  return (
    <Page width="narrow" title="Your account" about={`${email}, ${role}. Only an administrator can change your role.`}>
      <AccountForms name={name} email={email} role={role} />
      <SessionsPanel />
    </Page>
  );
}
