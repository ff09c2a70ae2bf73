import { Page } from "#components/ui/page.tsx";
import { PageHead } from "#components/ui/page-head.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { NameForm } from "./name-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SessionsPanel } from "./sessions-panel.tsx";

interface AccountScreenProps {
  readonly name: string;
  readonly email: string;
  readonly role: string;
}

/** What a member keeps for themselves: name, password, sessions. */
export function AccountScreen({ name, email, role }: AccountScreenProps) {
  return (
    <Page narrow>
      <PageHead title="Your account" about={`${email}, ${role}. An administrator changes the role.`} />
      <Panel title="Name">
        <NameForm name={name} />
      </Panel>
      <Panel title="Password">
        <PasswordForm email={email} />
      </Panel>
      <SessionsPanel />
    </Page>
  );
}
