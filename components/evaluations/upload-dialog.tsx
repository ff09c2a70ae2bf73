"use client";

import { Modal, TextInput } from "@mantine/core";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ImportPreview } from "#components/import/import-preview.tsx";
import { postFile } from "#components/import/post-file.ts";
import type { Entrance, LineResult } from "#components/import/use-import.ts";
import { routes } from "#lib/console/routes.ts";
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
    linesPerCall: () => Infinity,
    isWhole: true,
    loadTarget: async () => (await import("#lib/files/cases.ts")).caseTarget(release),
    async run(jsonl, preview, name) {
      const report = await postFile<Report>(
        "/api/import/evaluations",
        { name, title, preview: preview ? "true" : undefined },
        jsonl,
      );
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
