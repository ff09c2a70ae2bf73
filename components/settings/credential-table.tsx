import { Table } from "#components/ui/table.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import type { Doing } from "./credential-dialog.tsx";
import { CredentialRow } from "./credential-row.tsx";

interface CredentialTableProps {
  readonly credentials: Outputs["credentials"]["list"];
  readonly onDo: (doing: Doing) => void;
}

export function CredentialTable({ credentials, onDo }: CredentialTableProps) {
  return (
    <Table label="Credentials" fold>
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">State</th>
          <th scope="col">Keys</th>
          <th scope="col" data-number>
            Requests a minute
          </th>
          <th scope="col">Issued</th>
          <th scope="col">Last used</th>
          <th scope="col">
            <span>Change</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {credentials.map((credential) => (
          <CredentialRow key={credential.credentialId} credential={credential} onDo={onDo} />
        ))}
      </tbody>
    </Table>
  );
}
