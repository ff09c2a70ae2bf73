"use client";

import type { Entrance } from "#components/import/use-import.ts";
import { lazily } from "#components/ui/lazily.tsx";
import { Page } from "#components/ui/page.tsx";
import { useTRPCClient } from "#components/ui/trpc.ts";

const ImportPreview = lazily(async () => (await import("#components/import/import-preview.tsx")).ImportPreview);

/** Imports outcomes from a table or JSON. If a line is refused, the other lines are still imported. */
export function ImportScreen() {
  const { outcomes } = useTRPCClient();
  const entrance: Entrance = {
    words: { noun: "outcome", action: "Record", done: "recorded", already: "already recorded" },
    loadTarget: async () => (await import("#lib/files/outcomes.ts")).outcomeTarget(),
    async run(file, preview) {
      const report = await outcomes.import.mutate({ file, preview });
      return report.map((line) =>
        line.ok ? { ...line, isNew: line.created, details: <code>{line.taskId}</code> } : line,
      );
    },
  };
  return (
    <Page
      width="narrow"
      title="Import outcomes"
      about="CSV, .xlsx or JSON with one outcome per row. Another member must confirm each outcome."
    >
      <ImportPreview entrance={entrance} />
    </Page>
  );
}
