"use client";

import { Button, Group, TextInput } from "@mantine/core";
import { useState } from "react";
import { ErrorAlert } from "./error-alert.tsx";
import { Link } from "./link.tsx";
import { Panel } from "./panel.tsx";
import { Permitted } from "./permitted.tsx";

interface TagPanelProps {
  readonly tags: readonly string[];
  readonly hrefOf: (tag: string) => string;
  readonly state: { readonly isPending: boolean; readonly error: { readonly message: string } | null };
  /** Adds or removes a tag, then calls `onSuccess`. */
  readonly onChange: (tag: string, active: boolean, then?: { readonly onSuccess: () => void }) => void;
}

export function TagPanel({ tags, hrefOf, state, onChange }: TagPanelProps) {
  const [entered, setEntered] = useState("");
  return (
    <Panel title="Tags">
      <ErrorAlert title="The tag was not changed" error={state.error} />
      <Group gap="xs" mb="xs">
        {tags.length === 0 && "No tags."}
        {tags.map((tag) => (
          <Group key={tag} gap={2} wrap="nowrap">
            <Link href={hrefOf(tag)}>{tag}</Link>
            <Permitted to="submit">
              <Button
                variant="subtle"
                size="compact-xs"
                mih={24}
                aria-label={`Remove tag ${tag}`}
                onClick={() => onChange(tag, false)}
              >
                ×
              </Button>
            </Permitted>
          </Group>
        ))}
      </Group>
      <Permitted to="submit">
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onChange(entered, true, { onSuccess: () => setEntered((now) => (now === entered ? "" : now)) });
          }}
        >
          <Group gap="xs" align="end">
            <TextInput
              label="New tag"
              size="xs"
              value={entered}
              onChange={(event) => setEntered(event.currentTarget.value)}
              autoComplete="off"
            />
            <Button
              type="submit"
              variant="default"
              size="xs"
              loading={state.isPending}
              disabled={entered.trim() === ""}
            >
              Add tag
            </Button>
          </Group>
        </form>
      </Permitted>
    </Panel>
  );
}
