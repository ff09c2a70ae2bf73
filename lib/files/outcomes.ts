import type { ImportTarget } from "./file-content.ts";
import { guessFields, prepareRows, type TableField } from "./prepare-rows.ts";
import { printObject, printText } from "./print-object.ts";
import { readYes } from "./questions.ts";

const FIELDS: readonly TableField[] = [
  { name: "task_id", label: "Task id", isRequired: false, aliases: ["task"] },
  { name: "own_id", label: "Own id", isRequired: false, aliases: ["id", "key", "number", "no", "external id"] },
  { name: "option", label: "Outcome", isRequired: false, aliases: ["answer", "result", "Ergebnis"] },
  { name: "void", label: "Void", isRequired: false, aliases: ["annulled", "is void"] },
  {
    name: "happened_at",
    label: "Decided at",
    isRequired: false,
    aliases: ["happened", "date", "decided", "resolved at"],
  },
  { name: "source", label: "Source", isRequired: true, aliases: ["url", "evidence", "Quelle"] },
  { name: "note", label: "Note", isRequired: false, aliases: ["notes", "comment", "Notiz"] },
  { name: "status", label: "Status of an exported entry", isRequired: false },
];

/** Outcomes, one per row. Skips the replaced entries of an export. */
export function outcomeTarget(): ImportTarget {
  return {
    fields: FIELDS,
    guess: (header) => guessFields(FIELDS, header),
    prepare: (header, rows, settings) =>
      prepareRows(FIELDS, { header, rows, settings }, (row) => {
        if (row.text("status").toLowerCase() === "replaced") return undefined;
        return printObject([
          ["task_id", printText(row.text("task_id"))],
          ["own_id", printText(row.text("own_id"))],
          ["option", printText(row.text("option"))],
          ["void", readYes(row, "void")],
          ["happened_at", JSON.stringify(row.date("happened_at", "end of day"))],
          ["source", printText(row.text("source"))],
          ["note", printText(row.text("note"))],
        ]);
      }),
  };
}
