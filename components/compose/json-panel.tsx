"use client";

import { CopyButton } from "#components/ui/copy-button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TextButton } from "#components/ui/text-button.tsx";
import type { TextCheck } from "#lib/compose/check-text.ts";
import { curlOf } from "#lib/compose/curl.ts";
import { reformatJson } from "#lib/compose/reformat-json.ts";
import { ByteMeter } from "./byte-meter.tsx";
import styles from "./json-panel.module.css";

interface JsonPanelProps {
  readonly text: string;
  readonly check: TextCheck | undefined;
  readonly onType: (text: string) => void;
  /** The reader turns elsewhere: the form takes over what was typed. */
  readonly onLeave: () => void;
}

/** The request as JSON, beside its form: either edits the other. */
export function JsonPanel({ text, check, onType, onLeave }: JsonPanelProps) {
  const isJson = check !== undefined && check.issues[0]?.code !== "INVALID_JSON";
  return (
    <Panel title="JSON" aside={check !== undefined && <ByteMeter bytes={check.bytes} />}>
      <textarea
        className={styles.text}
        aria-label="The request as JSON"
        value={text}
        spellCheck={false}
        autoComplete="off"
        rows={22}
        onChange={({ currentTarget }) => onType(currentTarget.value)}
        onBlur={onLeave}
        onDrop={(event) => {
          const file = event.dataTransfer.files[0];
          if (file === undefined) return;
          event.preventDefault();
          void file.text().then(onType);
        }}
      />
      <div className={styles.tools}>
        <CopyButton text={text} what="JSON" />
        <CopyButton text={curlOf(check?.body ?? text, globalThis.location?.origin ?? "")} what="as curl" />
        <TextButton disabled={!isJson} onClick={() => onType(reformatJson(text, 2))}>
          Lay out
        </TextButton>
        <label className={styles.open}>
          <input
            type="file"
            accept=".json,application/json"
            onChange={async ({ currentTarget }) => {
              const file = currentTarget.files?.[0];
              if (file !== undefined) onType(await file.text());
              currentTarget.value = "";
            }}
          />
          Open a file
        </label>
      </div>
    </Panel>
  );
}
