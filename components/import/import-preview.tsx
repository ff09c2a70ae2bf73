"use client";

import { Alert, Box, Button, Code, Group, NativeSelect, Progress, Stack, Text, Textarea } from "@mantine/core";
import { useDebouncedCallback } from "@mantine/hooks";
import { type ReactNode, useEffect, useRef } from "react";
import { ErrorAlert } from "#components/ui/error-alert.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { LineReport } from "#components/ui/line-report.tsx";
import type { Refusal, Unreadable as UnreadableFile } from "#lib/files/file-content.ts";
import { countOf, formatCount } from "#lib/format.ts";
import { ColumnSettings } from "./column-settings.tsx";
import { RefusalTable } from "./refusal-table.tsx";
import { StoredRows } from "./stored-rows.tsx";
import { columnError, sumInWords, sumUp } from "./sum-up.ts";
import { type Entrance, type ImportWords, type LineResult, useImport } from "./use-import.ts";

const TYPING_MS = 300;
const ACCEPTED = ".csv,.tsv,.txt,.xlsx,.json,.jsonl,.ndjson,text/csv,application/json";

interface ImportPreviewProps {
  readonly entrance: Entrance;
  readonly onCancel?: () => void;
  /** Further fields of the import, above its button. */
  readonly children?: ReactNode;
}

/** Reads a file or pasted text, shows what would be imported, and imports it when the member confirms. */
export function ImportPreview({ entrance, onCancel, children }: ImportPreviewProps) {
  const { words, isWhole = false } = entrance;
  const { read, clear, change, check, send, ...state } = useImport(entrance);
  const { reading, checking, sending, settings, prepared, checked, imported } = state;
  const picker = useRef<HTMLInputElement>(null);
  const pasted = useRef<HTMLTextAreaElement>(null);
  const { file, options = {} } = reading.variables ?? {};
  const { content, target } = reading.data ?? {};
  const sum = sumUp({ content, prepared, checked });
  const { added, refused } = sum;
  const error = columnError(content, prepared);
  const isPrepared = prepared?.asks.length === 0 && error === undefined;
  const isReady = checking.isSuccess && added.length > 0 && !(isWhole && refused.length > 0);
  useLeaveWarning(sending.isPending);

  const readPasted = useDebouncedCallback((text: string) => {
    if (picker.current !== null) picker.current.value = "";
    if (text.trim() === "") clear();
    else read(new Blob([text]));
  }, TYPING_MS);

  function choose(files: FileList | null) {
    readPasted.cancel();
    const chosen = files?.[0];
    if (pasted.current !== null) pasted.current.value = "";
    if (chosen === undefined) clear();
    else read(chosen);
  }

  if (sending.isSuccess) {
    return (
      <Stack gap="sm" align="start">
        <Box w="100%">
          <ImportReport {...{ words, imported, refused }} />
        </Box>
        <Button variant="default" onClick={clear}>
          Import another file
        </Button>
      </Stack>
    );
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && !sending.isPending) send(added);
      }}
      onKeyDown={(event) => {
        if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
        // Otherwise the event would reach the composer, which submits the request.
        event.stopPropagation();
        event.currentTarget.requestSubmit();
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        const { files } = event.dataTransfer;
        if (files.length === 0) return;
        event.preventDefault();
        if (picker.current !== null) picker.current.files = files;
        choose(files);
      }}
    >
      <Stack gap="sm">
        <label style={{ maxWidth: "100%" }}>
          File{" "}
          <input
            ref={picker}
            type="file"
            accept={ACCEPTED}
            onChange={({ currentTarget }) => choose(currentTarget.files)}
          />
        </label>
        <Textarea
          ref={pasted}
          label="Or paste the text or drop a file here"
          labelProps={{ mb: 4 }}
          onChange={({ currentTarget }) => readPasted(currentTarget.value)}
          rows={5}
          data-autofocus
          spellCheck={false}
          styles={{ input: { fontFamily: "var(--mono)", fontSize: 12 } }}
        />
        <ErrorAlert title="The file could not be read" error={reading.error} />
        {content?.ok === false && file !== undefined && (
          <Unreadable content={content} onDecode={() => read(file, { ...options, encoding: "windows-1252" })} />
        )}
        {content?.ok && content.form === "table" && (
          <>
            {content.sheets.length > 1 && file !== undefined && (
              <NativeSelect
                label="Sheet"
                value={options.sheet ?? content.sheets[0] ?? ""}
                onChange={({ currentTarget }) => read(file, { ...options, sheet: currentTarget.value })}
                data={[...content.sheets]}
              />
            )}
            {target !== undefined && settings !== undefined && prepared !== undefined && (
              <ColumnSettings {...{ content, target, settings }} asks={prepared.asks} error={error} onChange={change} />
            )}
          </>
        )}
        <ErrorAlert title="The lines could not be checked" error={checking.error} />
        <ErrorAlert title="The import was interrupted" error={sending.error}>
          {imported.length > 0 && `${countOf(imported.length, "line")} were processed. `}
          Check again to see the lines that remain.
        </ErrorAlert>
        {(checking.isError || sending.isError) && (
          <Button variant="default" onClick={check}>
            Check again
          </Button>
        )}
        <Text role="status" size="sm">
          {statusOf()}
        </Text>
        {checking.isPending && <Bar done={checked.length} all={prepared?.entries.length} />}
        {sending.isPending && <Bar done={imported.length} all={added.length} />}
        {isPrepared && refused.length > 0 && <RefusalTable refused={refused} />}
        {checking.isSuccess && added.length > 0 && <StoredRows entries={added} />}
        {children}
        <Group justify={onCancel === undefined ? "start" : "end"} gap="xs">
          {onCancel !== undefined && (
            <Button variant="default" onClick={onCancel}>
              Cancel
            </Button>
          )}
          <Button type="submit" loading={sending.isPending} disabled={!isReady}>
            {isReady ? `${words.action} ${countOf(added.length, words.noun)}` : words.action}
          </Button>
        </Group>
      </Stack>
    </form>
  );

  function statusOf(): string {
    if (reading.isPending) return "Reading the file…";
    if (checking.isPending) return `Checking ${countOf(prepared?.entries.length ?? 0, "line")}…`;
    if (sending.isPending)
      return `${formatCount(imported.length)} of ${countOf(added.length, words.noun)} ${words.done}`;
    if (prepared !== undefined && prepared.asks.length > 0) return "Choose the settings above to see the rows.";
    if (!isPrepared || checking.isError) return "";
    return sumInWords(sum, words, isWhole);
  }
}

interface UnreadableProps {
  readonly content: UnreadableFile;
  readonly onDecode: () => void;
}

function Unreadable({ content: { line, message, asWindows1252 }, onDecode }: UnreadableProps) {
  return (
    <Alert color="bad" role="alert" title="The file cannot be imported">
      {line !== undefined && `Line ${line}: `}
      <ForeignText text={message} />
      {asWindows1252 !== undefined && (
        <Stack gap="xs" align="start" mt="xs">
          <Code block w="100%">
            <ForeignText text={asWindows1252} />
          </Code>
          <Button variant="default" onClick={onDecode}>
            Read as Windows-1252
          </Button>
        </Stack>
      )}
    </Alert>
  );
}

function Bar({ done, all = 1 }: { readonly done: number; readonly all?: number | undefined }) {
  return <Progress value={(100 * done) / all} aria-label={`${done} of ${countOf(all, "line")}`} />;
}

/** While `matters` is true, the browser asks before leaving the page, because the report is not stored anywhere else. */
function useLeaveWarning(matters: boolean): void {
  useEffect(() => {
    if (!matters) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [matters]);
}

interface ImportReportProps {
  readonly words: ImportWords;
  readonly imported: readonly LineResult[];
  /** Lines that were refused before the import. */
  readonly refused: readonly Refusal[];
}

/** Result of each line of the file, in the order of the file. */
function ImportReport({ words, imported, refused }: ImportReportProps) {
  const lines: readonly LineResult[] = [...imported, ...refused.map((line) => ({ ...line, ok: false as const }))];
  return (
    <LineReport
      lines={lines.toSorted((one, other) => one.line - other.line)}
      outcome={(line) => {
        if (!line.ok) return { tone: "bad", word: "refused" };
        return line.isNew ? { tone: "good", word: words.done } : { tone: "off", word: words.already };
      }}
      details={(line) =>
        line.ok ? (
          line.details
        ) : (
          <>
            <ForeignText text={line.message} />{" "}
            {line.cell && (
              <code>
                <ForeignText text={line.cell} />
              </code>
            )}
          </>
        )
      }
    />
  );
}
