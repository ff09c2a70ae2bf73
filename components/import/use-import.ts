import { useMutation } from "@tanstack/react-query";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { batchEntries } from "#lib/files/batch-entries.ts";
import type {
  Entry,
  FileContent,
  ImportTarget,
  Prepared,
  ReadOptions,
  Refusal,
  TableSettings,
} from "#lib/files/file-content.ts";
import { tabulate } from "#lib/files/tabulate.ts";
import { readInWorker } from "./read-in-worker.ts";

/** Result of checking or importing a line. `isNew` is false if the line changes nothing. */
export type LineResult =
  | { readonly line: number; readonly ok: true; readonly isNew: boolean; readonly details?: ReactNode }
  | (Refusal & { readonly ok: false });

/** The result with the line number of the file. */
export type EntryResult = LineResult & { readonly entry: Entry };

export interface ImportWords {
  /** Singular: "question". */
  readonly noun: string;
  /** Verb of the button: "Submit". */
  readonly action: string;
  /** Participle of `action`: "submitted". */
  readonly done: string;
  /** State of a line that changes nothing: "already in review". */
  readonly already: string;
}

interface LoadedTarget extends ImportTarget {
  /** Returns the entries that JSON values contain; the values themselves if undefined. */
  readonly readValues?: (values: readonly Entry[]) => Omit<Prepared, "asks">;
}

/** One kind of import, as the preview offers it. */
export interface Entrance {
  readonly words: ImportWords;
  /** Maximum lines of a call; if undefined, the batches that a procedure accepts, with progress between them. */
  readonly linesPerCall?: (preview: boolean) => number | undefined;
  /** Whether a refused line refuses the whole file. */
  readonly isWhole?: boolean;
  /** Loads the target when a file is read, because its rules are too large for the page's first load. */
  readonly loadTarget: () => Promise<LoadedTarget>;
  /** Checks or imports lines of JSON. Results count the lines from 1. */
  readonly run: (jsonl: string, preview: boolean, fileName: string) => Promise<readonly LineResult[]>;
}

interface Chosen {
  readonly file: Blob;
  readonly options: ReadOptions;
}

interface Readable {
  readonly content: FileContent;
  readonly target: LoadedTarget;
}

interface Sending {
  readonly entries: readonly Entry[];
  readonly signal: AbortSignal;
}

const UNSET: Omit<TableSettings, "fields"> = { zone: undefined, decimal: undefined };
const NOTHING = { changesNothing: true };
/** The server refuses a second import of the same member, so the calls wait for each other. */
const IN_TURN = { id: "import" };

/** Reads a file, converts its lines and checks them with the server, then imports them. */
export function useImport({ loadTarget, run, linesPerCall }: Entrance) {
  const [settings, setSettings] = useState<TableSettings>();
  const [prepared, setPrepared] = useState<Prepared>();
  const [checked, setChecked] = useState<readonly EntryResult[]>([]);
  const [imported, setImported] = useState<readonly EntryResult[]>([]);
  const current = useRef(new AbortController());
  useEffect(() => () => current.current.abort(), []);

  async function runAll(
    { entries, signal }: Sending,
    preview: boolean,
    show: (results: readonly EntryResult[]) => void,
  ): Promise<void> {
    const { file } = reading.variables ?? {};
    const fileName = file instanceof File ? file.name : "pasted text";
    let results: readonly EntryResult[] = [];
    const most = linesPerCall?.(preview);
    const limits = most === undefined ? undefined : { lines: most, bytes: Infinity };
    for (const { entries: sent, jsonl } of batchEntries(entries, limits)) {
      if (signal.aborted) return;
      const report = jsonl === undefined ? [TOO_LONG] : await run(jsonl, preview, fileName);
      const found = report.flatMap((result) => {
        const entry = sent[result.line - 1];
        return entry === undefined ? [] : [{ ...result, line: entry.line, entry }];
      });
      results = [...results, ...found];
      if (!signal.aborted) show(results);
    }
  }

  const reading = useMutation({
    meta: NOTHING,
    async mutationFn({ file, options, signal }: Chosen & { readonly signal: AbortSignal }) {
      const [read, target] = await Promise.all([readInWorker(file, options, signal), loadTarget()]);
      const isForeign = read.ok && read.form === "values" && target.ownMembers !== undefined;
      return { content: isForeign ? tabulate(read, target.ownMembers) : read, target };
    },
    onSuccess({ content, target }) {
      if (content.ok) prepare({ content, target }, initialSettings(content, target));
    },
  });
  const checking = useMutation({
    meta: NOTHING,
    scope: IN_TURN,
    mutationFn: (sending: Sending) => runAll(sending, true, setChecked),
  });
  const sending = useMutation({ scope: IN_TURN, mutationFn: (all: Sending) => runAll(all, false, setImported) });

  /** Aborts what is running for an earlier file or setting. */
  function renew(): AbortSignal {
    current.current.abort();
    current.current = new AbortController();
    setChecked([]);
    return current.current.signal;
  }

  function prepare({ content, target }: Readable, chosen: TableSettings) {
    const signal = renew();
    const { readValues = (entries) => ({ entries, refused: [] }) } = target;
    const result =
      content.form === "values"
        ? { asks: [], ...readValues(content.entries) }
        : target.prepare(content.header, content.rows, chosen);
    setSettings(chosen);
    setPrepared(result);
    if (result.asks.length === 0 && result.entries.length > 0) checking.mutate({ entries: result.entries, signal });
    else checking.reset();
  }

  function clear(): void {
    renew();
    setPrepared(undefined);
    setImported([]);
    for (const mutation of [reading, checking, sending]) mutation.reset();
  }

  return {
    ...{ settings, prepared, checked, imported, reading, checking, sending, clear },
    read(file: Blob, options: ReadOptions = {}) {
      clear();
      reading.mutate({ file, options, signal: current.current.signal });
    },
    change(chosen: TableSettings) {
      const { content, target } = reading.data ?? {};
      if (!content?.ok || content.form !== "table" || target === undefined) return;
      if (chosen.fields !== settings?.fields) rememberFields(content.header, target, chosen.fields);
      prepare({ content, target }, chosen);
    },
    check() {
      sending.reset();
      if (prepared !== undefined) checking.mutate({ entries: prepared.entries, signal: renew() });
    },
    send(entries: readonly Entry[]) {
      setImported([]);
      sending.mutate({ entries, signal: current.current.signal });
    },
  };
}

const TOO_LONG: LineResult = { line: 1, ok: false, message: "The line is too long." };

function initialSettings(content: FileContent, target: ImportTarget): TableSettings {
  if (content.form === "values") return { ...UNSET, fields: [] };
  return { ...UNSET, fields: recallFields(content.header, target) ?? target.guess(content.header) };
}

type Fields = readonly (string | undefined)[];

/** Names of fields contain keys of a draft's options, so fields are stored by position and told apart by label. */
const keyOf = (header: readonly string[], { fields }: ImportTarget) =>
  `import:${JSON.stringify([fields.map(({ label }) => label), header])}`;

/** Stores the chosen field of each column in this browser, for other files with the same columns. */
function rememberFields(header: readonly string[], target: ImportTarget, fields: Fields): void {
  const positions = fields.map((field) => target.fields.findIndex(({ name }) => name === field));
  try {
    localStorage.setItem(keyOf(header, target), JSON.stringify(positions));
  } catch {
    // The storage is full: the next file gets the guessed fields.
  }
}

function recallFields(header: readonly string[], target: ImportTarget): Fields | undefined {
  const positions: number[] | null = JSON.parse(localStorage.getItem(keyOf(header, target)) ?? "null");
  return positions?.map((position) => target.fields[position]?.name);
}
