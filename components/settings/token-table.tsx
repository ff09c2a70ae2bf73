import { Button } from "@mantine/core";
import { DataTable } from "#components/ui/data-table.tsx";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { visible } from "#lib/format.ts";

interface TokenTableProps {
  readonly label: string;
  readonly tokens: Outputs["tokens"]["list"];
  readonly state: { readonly isPending: boolean; readonly error: { readonly message: string } | null };
  readonly onRevoke: (tokenId: string) => void;
}

/** Personal tokens, each with a button that revokes it. */
export function TokenTable({ label, tokens, state, onRevoke }: TokenTableProps) {
  return (
    <>
      <ErrorAlert title="The token was not revoked" error={state.error} />
      {tokens.length === 0 && <p>No tokens.</p>}
      {tokens.length > 0 && (
        <DataTable
          label={label}
          rows={tokens}
          keyOf={({ tokenId }) => tokenId}
          fold="named"
          columns={[
            { name: "Name", isName: true, isText: true, show: ({ name }) => <bdi>{visible(name)}</bdi> },
            { name: "Id", show: ({ tokenId }) => <code>{tokenId}</code> },
            { name: "Scopes", show: ({ scopes }) => scopes.join(", ") },
            { name: "Expires", show: ({ expiresAt }) => <TimeText at={expiresAt} /> },
            { name: "Last used", show: ({ lastUsedAt: at }) => (at === null ? "never" : <TimeText at={at} />) },
            {
              name: "Actions",
              show: ({ tokenId }) => (
                <Button
                  variant="default"
                  size="compact-xs"
                  disabled={state.isPending}
                  onClick={() => onRevoke(tokenId)}
                >
                  Revoke
                </Button>
              ),
            },
          ]}
        />
      )}
    </>
  );
}
