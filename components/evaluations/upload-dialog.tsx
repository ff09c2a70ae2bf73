"use client";

import { FileInput, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ConfirmDialog } from "#components/ui/confirm-dialog.tsx";
import { routes, withQuery } from "#lib/console/routes.ts";
import { MAX_TITLE } from "#lib/domain/submissions.ts";
import { countOf, visible } from "#lib/format.ts";

export function UploadDialog({ onClose }: { readonly onClose: () => void }) {
  const router = useRouter();
  const [file, setFile] = useState<File | null>(null);
  const [title, setTitle] = useState("");
  const send = useMutation({
    mutationFn: sendFile,
    onSuccess(report) {
      if (report.ok) router.push(routes.evaluation(report.evaluationId));
    },
  });
  const report = send.data;
  return (
    <ConfirmDialog
      title="Upload evaluation file"
      action="Upload"
      disabled={file === null}
      state={send}
      failure="The file was not saved"
      onConfirm={() => file !== null && send.mutate({ file, title })}
      onClose={onClose}
    >
      <FileInput
        label="File"
        description="JSONL, optionally gzip-compressed. Fields of each line: set, question, request, outcome."
        placeholder="Choose file"
        value={file}
        onChange={setFile}
        accept=".jsonl,.ndjson,.gz"
        required
        data-autofocus
      />
      <TextInput
        label="Title"
        description="If empty, the file name is used."
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
        maxLength={MAX_TITLE}
      />
      {report?.ok === false && (
        <div role="alert">
          <p>The file was not saved. It has {countOf(report.badLines, "invalid line")}:</p>
          <ul>
            {report.bad.map(({ line, message }) => (
              <li key={line}>
                Line {line}: {visible(message)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <p>A reviewer other than you must approve the whole file before the evaluation can start.</p>
    </ConfirmDialog>
  );
}

type Report =
  | { readonly ok: true; readonly evaluationId: string }
  | {
      readonly ok: false;
      readonly badLines: number;
      readonly bad: readonly { readonly line: number; readonly message: string }[];
    };

/** Uploads an evaluation file. Returns the evaluation ID or the invalid lines; throws on any other refusal. */
async function sendFile({ file, title }: { readonly file: File; readonly title: string }): Promise<Report> {
  const response = await fetch(withQuery("/api/import/evaluations", { name: file.name, title }), {
    method: "POST",
    redirect: "error",
    body: file,
  });
  const body = await response.json().catch(() => undefined);
  if (body?.ok !== undefined) return body;
  throw new Error(body?.error?.message ?? `The server answered with ${response.status}. Try again.`);
}
