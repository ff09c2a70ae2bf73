"use client";

import { Checkbox, Fieldset, NativeSelect, Stack, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { usePermitted } from "#components/ui/permitted.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { ACTIONS } from "#lib/domain/find-refusal.ts";
import { MAX_NAME } from "#lib/domain/limits.ts";
import { PERMISSIONS, ruleOf, SCOPES, type Scope } from "#lib/domain/members.ts";
import { ShownOnce } from "./shown-once.tsx";

const DAYS = ["7", "30", "90", "365"].map((value) => ({ value, label: `${value} days` }));
const DAY_MS = 86_400_000;

/** Creates a personal token, then shows it once. */
export function TokenDialog({ onClose }: { readonly onClose: () => void }) {
  const trpc = useTRPC();
  const isPermitted = usePermitted();
  const [name, setName] = useState("");
  const [scopes, setScopes] = useState<readonly Scope[]>(["read"]);
  const [days, setDays] = useState("90");
  const issue = useMutation(trpc.tokens.issue.mutationOptions());
  if (issue.data !== undefined) {
    return (
      <ShownOnce title="New personal token" what="token" value={issue.data.token} onDone={onClose}>
        Copy the token now. It is shown only once. Scripts send it in the header <code>Authorization: Bearer …</code>.
        Anyone who has the token can use it until it expires or is revoked.
      </ShownOnce>
    );
  }
  const usable = PERMISSIONS.filter(isPermitted);
  return (
    <ConfirmDialog
      title="Create personal token"
      action="Create"
      disabled={name.trim() === "" || scopes.length === 0}
      state={issue}
      failure="No token was created"
      onConfirm={() => {
        const expiresAt = new Date(Date.now() + Number(days) * DAY_MS).toISOString();
        issue.mutate({ name, scopes: [...scopes], expiresAt });
      }}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description="Name of the script or notebook. Administrators also see it."
        autoComplete="off"
        data-autofocus
        maxLength={MAX_NAME}
        value={name}
        onChange={({ currentTarget: { value } }) => setName(value)}
      />
      <Fieldset legend="Scopes">
        <Stack gap="xs">
          {SCOPES.filter((scope) => usable.some((permission) => ruleOf(permission).scope === scope)).map((scope) => (
            <Checkbox
              key={scope}
              label={scope}
              description={usable
                .flatMap((permission) => (ruleOf(permission).scope === scope ? ACTIONS[permission] : []))
                .join("; ")}
              checked={scopes.includes(scope)}
              onChange={({ currentTarget: { checked } }) =>
                setScopes(checked ? [...scopes, scope] : scopes.filter((one) => one !== scope))
              }
            />
          ))}
        </Stack>
      </Fieldset>
      <NativeSelect
        label="Expires after"
        data={DAYS}
        value={days}
        onChange={({ currentTarget: { value } }) => setDays(value)}
      />
    </ConfirmDialog>
  );
}
