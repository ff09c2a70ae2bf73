import type { ListedLink, PendingAction } from "#components/ui/pending-action.ts";
import { Table } from "#components/ui/table.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import { TimeText } from "#components/ui/time-text.tsx";

interface LinkTableProps {
  readonly links: readonly ListedLink[];
  readonly onDo: (doing: PendingAction) => void;
}

/** One-time links that have not been used: whoever has one can use it. */
export function LinkTable({ links, onDo }: LinkTableProps) {
  return (
    <Table label="Open links" fold>
      <thead>
        <tr>
          <th scope="col">For</th>
          <th scope="col">To</th>
          <th scope="col">Made</th>
          <th scope="col">Works until</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {links.map((link) => (
          <tr key={link.invitationId}>
            <th scope="row" data-label="For">
              {link.email === "" ? "whoever opens it" : link.email}
            </th>
            <td data-label="To">{link.purpose === "join" ? `join as ${link.role}` : "set a new password"}</td>
            <td data-label="Made">
              <TimeText at={link.createdAt} />
            </td>
            <td data-label="Works until">
              <TimeText at={link.expiresAt} />
            </td>
            <td data-label="Change">
              <TextButton onClick={() => onDo({ what: "revoke", link })}>Withdraw</TextButton>
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
