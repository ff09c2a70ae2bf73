import { Page } from "#components/ui/page.tsx";
import { AccountForms } from "./account-forms.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";

interface AccountScreenProps {
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

export function AccountScreen({ name, email, role }: AccountScreenProps) {
  return (
    <Page width="narrow" title="Your account" about={`${email}, ${role}. Only an administrator can change your role.`}>
      <AccountForms name={name} email={email} />
      <SessionsPanel />
    </Page>
  );
}
