import { ForeignText } from "#components/ui/foreign-text.tsx";
import { LineReport } from "#components/ui/line-report.tsx";
import type { Refusal } from "#lib/files/file-content.ts";
import type { ImportWords, LineResult } from "./use-import.ts";

interface ImportReportProps {
  readonly words: ImportWords;
  readonly imported: readonly LineResult[];
  /** Lines that were refused before the import. */
  readonly refused: readonly Refusal[];
}

/** Result of each line of the file, in the order of the file. */
export function ImportReport({ words, imported, refused }: ImportReportProps) {
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
