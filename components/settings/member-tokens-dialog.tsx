import { Modal } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import type { ListedMember } from "./member-dialog.tsx";
import { TokenTable } from "./token-table.tsx";

interface MemberTokensDialogProps {
  readonly member: ListedMember;
  readonly onClose: () => void;
}

/** Personal tokens of a member, for administrators. */
export function MemberTokensDialog({ member: { memberId, name }, onClose }: MemberTokensDialogProps) {
  const trpc = useTRPC();
  const { data, error } = useQuery(trpc.tokens.listOf.queryOptions({ memberId }));
  const revoke = useMutation(trpc.tokens.revokeOf.mutationOptions());
  const title = `Personal tokens of ${name}`;
  const onRevoke = (tokenId: string) => revoke.mutate({ memberId, tokenId });
  return (
    <Modal opened onClose={onClose} title={title} size="xl">
      <ErrorAlert title="The tokens could not be loaded" error={error} />
      {data && <TokenTable label={title} tokens={data} state={revoke} onRevoke={onRevoke} />}
    </Modal>
  );
}
