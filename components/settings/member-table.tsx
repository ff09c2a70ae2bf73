import type { ListedMember, PendingAction } from "#components/ui/pending-action.ts";
import { Table } from "#components/ui/table.tsx";
import { MemberRow } from "./member-row.tsx";

interface MemberTableProps {
  readonly members: readonly ListedMember[];
  readonly readerId: string;
  readonly onDo: (doing: PendingAction) => void;
}

export function MemberTable({ members, readerId, onDo }: MemberTableProps) {
  return (
    <Table label="Members" fold>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">E-mail</th>
          <th scope="col">Role</th>
          <th scope="col">State</th>
          <th scope="col">Last sign-in</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <MemberRow key={member.memberId} member={member} isReader={member.memberId === readerId} onDo={onDo} />
        ))}
      </tbody>
    </Table>
  );
}
