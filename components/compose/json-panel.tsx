"use client";

import { Button, FileButton, Group, Textarea } from "@mantine/core";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import type { TextCheck } from "#lib/compose/check-text.ts";
import { curlOf } from "#lib/compose/curl.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import { MAX_BODY_BYTES } from "#lib/contract/bounds.ts";
import { formatCount } from "#lib/format.ts";
import styles from "./composer.module.css";

interface JsonPanelProps {
  readonly text: string;
  readonly check: TextCheck | undefined;
  readonly onType: (text: string) => void;
  /** Called on blur, to update the form from the typed JSON. */
  readonly onLeave: () => void;
}

export const JSON_LABEL = "Request JSON";

export function JsonPanel({ text, check, onType, onLeave }: JsonPanelProps) {
  const hydrated = useHydrated();
  const isJson = check !== undefined && check.issues[0]?.code !== "INVALID_JSON";
  return (
    <div className={styles.json} inert={!hydrated}>
      <Panel title="JSON" aside={check !== undefined && <ByteMeter bytes={check.bytes} />}>
        <Textarea
          className={styles.jsonText ?? ""}
          classNames={{ input: styles.mono ?? "" }}
          aria-label={JSON_LABEL}
          value={text}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          onBlur={onLeave}
          onDrop={(event) => {
            const file = event.dataTransfer.files[0];
            if (file === undefined) return;
            event.preventDefault();
            void file.text().then(onType);
          }}
        />
        <Group gap="xs" mt={4}>
          <CopyButton text={text} what="JSON" />
          <CopyButton text={curlOf(check?.body ?? text, globalThis.location?.origin ?? "")} what="as curl" />
          <Button variant="subtle" size="compact-xs" disabled={!isJson} onClick={() => onType(reformatJson(text, 2))}>
            Format
          </Button>
          <FileButton
            accept=".json,application/json"
            onChange={(file) => {
              if (file !== null) void file.text().then(onType);
            }}
          >
            {(props) => (
              <Button variant="subtle" size="compact-xs" {...props}>
                Open file
              </Button>
            )}
          </FileButton>
        </Group>
      </Panel>
    </div>
  );
}

function ByteMeter({ bytes }: { readonly bytes: number }) {
  return (
    <Group component="span" gap={8} wrap="nowrap" fz={12} c={bytes > MAX_BODY_BYTES ? "var(--bad)" : "dimmed"}>
      <meter
        max={MAX_BODY_BYTES}
        high={MAX_BODY_BYTES * 0.9}
        optimum={0}
        value={bytes}
        aria-label="Size of the request body"
        style={{ width: 72 }}
      />
      {`${formatCount(bytes)} of ${formatCount(MAX_BODY_BYTES)} bytes`}
    </Group>
  );
}
