import { Button, Group, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";

/** Shows the order of a question's options. Reviewers and administrators can change it. */
export function OptionOrder({ question }: { readonly question: Outputs["questions"]["get"] }) {
  const { taskId, options, order, may } = question;
  const trpc = useTRPC();
  /** Option ids, separated by spaces. Undefined while the dialog is closed. */
  const [typed, setTyped] = useState<string>();
  const close = () => setTyped(undefined);
  const change = useMutation(trpc.questions.setOrder.mutationOptions({ onSuccess: close }));
  const ids = typed?.match(/\S+/g) ?? null;
  return (
    <Group gap="xs" mb="sm">
      Order of options: {order === null ? "none" : order.join(" < ")}
      {may.setOrder && (
        <Button
          variant="default"
          size="compact-xs"
          onClick={() => setTyped((order ?? options.map(({ id }) => id)).join(" "))}
        >
          Change order
        </Button>
      )}
      <ConfirmDialog
        opened={typed !== undefined}
        title="Change order of options"
        action="Change order"
        state={change}
        failure="The order was not changed"
        onConfirm={() => change.mutate({ taskId, order: ids })}
        onClose={close}
      >
        <p>All ranked probability scores of the question use this order.</p>
        <TextInput
          label="Option ids"
          description="From lowest to highest, separated by spaces. Leave empty if the options have no order."
          value={typed ?? ""}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
          data-autofocus
        />
      </ConfirmDialog>
    </Group>
  );
}
