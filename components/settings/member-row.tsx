import type { ListedMember, PendingAction } from "#components/ui/pending-action.ts";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import styles from "./members.module.css";

interface MemberRowProps {
  readonly member: ListedMember;
  /** Who looks at the page. */
  readonly isReader: boolean;
  readonly onDo: (doing: PendingAction) => void;
}

export function MemberRow({ member, isReader, onDo }: MemberRowProps) {
  const { name, email, role, disabledAt, lastSignInAt } = member;
  const isEnabled = disabledAt === null;
  return (
    <tr>
      <th scope="row" data-label="Name">
        {isReader ? `${name} (you)` : name}
      </th>
      <td data-label="E-mail">{email}</td>
      <td data-label="Role">{role}</td>
      <td data-label="State">
        <StatusBadge tone={isEnabled ? "good" : "off"}>{isEnabled ? "enabled" : "disabled"}</StatusBadge>
      </td>
      <td data-label="Last sign-in">{lastSignInAt === null ? "never" : <TimeText at={lastSignInAt} />}</td>
      <td data-label="Change">
        <span className={styles.actions}>
          {!isReader && <TextButton onClick={() => onDo({ what: "role", member })}>Role</TextButton>}
          {isEnabled && <TextButton onClick={() => onDo({ what: "reset", member })}>New password</TextButton>}
          <TextButton onClick={() => onDo({ what: isEnabled ? "disable" : "enable", member })}>
            {isEnabled ? "Disable" : "Enable"}
          </TextButton>
        </span>
      </td>
    </tr>
  );
}
