"use client";

import { Modal, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ImportPreview } from "#components/import/import-preview.tsx";
import type { Entrance, LineResult } from "#components/import/use-import.ts";
import { routes, withQuery } from "#lib/console/routes.ts";
import { MAX_TITLE } from "#lib/domain/submissions.ts";

interface UploadDialogProps {
  readonly release: string;
  readonly onClose: () => void;
}

export function UploadDialog({ release, onClose }: UploadDialogProps) {
  const router = useRouter();
  const [title, setTitle] = useState("");
  const entrance: Entrance = {
    words: { noun: "case", action: "Upload", done: "uploaded", already: "already uploaded" },
    isAtOnce: true,
    isWhole: true,
    loadTarget: async () => (await import("#lib/files/cases.ts")).caseTarget(release),
    async run(jsonl, preview, name) {
      const report = await send(jsonl, { name, title, preview: preview ? "true" : undefined });
      if (report.evaluationId !== undefined) router.push(routes.evaluation(report.evaluationId));
      const reasons = new Map(report.bad?.map(({ line, message }) => [line, message]));
      return jsonl.split("\n").map((_, index): LineResult => {
        const message = reasons.get(index + 1);
        return message === undefined
          ? { line: index + 1, ok: true, isNew: true }
          : { line: index + 1, ok: false, message };
      });
    },
  };
  return (
    <Modal opened onClose={onClose} title="Upload evaluation file" size="xl">
      <ImportPreview entrance={entrance} onCancel={onClose}>
        <TextInput
          label="Title"
          description="If empty, the file name is used."
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
          maxLength={MAX_TITLE}
        />
        <p>A reviewer other than you must approve the whole file before the evaluation can start.</p>
      </ImportPreview>
    </Modal>
  );
}

interface Report {
  readonly evaluationId?: string;
  readonly bad?: readonly { readonly line: number; readonly message: string }[];
}

/** Checks or uploads an evaluation file. Returns the invalid lines if there are any; throws on any other refusal. */
async function send(jsonl: string, query: Readonly<Record<string, string | undefined>>): Promise<Report> {
  const response = await fetch(withQuery("/api/import/evaluations", query), {
    method: "POST",
    redirect: "error",
    body: jsonl,
  });
  const body = await response.json().catch(() => undefined);
  if (body?.ok !== undefined) return body;
  throw new Error(body?.error?.message ?? `The server answered with ${response.status}. Try again.`);
}
