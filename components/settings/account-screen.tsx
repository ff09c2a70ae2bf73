import { Page } from "#components/ui/page.tsx";
import { AccountForms, type AccountProps } from "./account-forms.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";

export function AccountScreen({ name, email, role, hasPassword }: AccountProps) {
  return (
    <Page width="narrow" title="Your account" about={`${email}, ${role}. You cannot change your own role.`}>
      <AccountForms name={name} email={email} role={role} hasPassword={hasPassword} />
      <SessionsPanel />
    </Page>
  );
}
