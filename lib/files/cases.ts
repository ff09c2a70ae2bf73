import type { ImportTarget } from "./file-content.ts";
import { CellError, guessFields, prepareRows, type TableField } from "./prepare-rows.ts";
import { printObject, printText } from "./print-object.ts";
import { QUESTION_FIELDS, readQuestion, readYes, required } from "./questions.ts";

const NOT_OF_CASES: readonly string[] = ["title", "note", "tags"];

const FIELDS: readonly TableField[] = [
  { name: "set", label: "Set", isRequired: true, aliases: ["data set", "sample"] },
  { name: "group", label: "Question group", isRequired: false, aliases: ["question id", "group id"] },
  { name: "outcome", label: "Outcome", isRequired: true, aliases: ["answer", "result", "Ergebnis"] },
  ...QUESTION_FIELDS.filter(({ name }) => !NOT_OF_CASES.includes(name)),
];

/** Resolved questions for an evaluation, one per row. Cases of the same question have the same group. */
export function caseTarget(release: string): ImportTarget {
  return {
    fields: FIELDS,
    ownMembers: ["request"],
    guess: (header) => guessFields(FIELDS, header),
    prepare: (header, rows, settings) =>
      prepareRows(FIELDS, { header, rows, settings }, (row) => {
        const { request, options } = readQuestion(row, release);
        const outcome = required(row, "outcome");
        const option = options.find(({ id, description }) => id === outcome || description === outcome);
        if (option === undefined) throw new CellError("outcome", `"${outcome}" is not an option of the question.`);
        return printObject([
          ["set", JSON.stringify(required(row, "set"))],
          ["question", printText(row.text("group") || row.text("own_id") || row.text("question"))],
          ["request", request],
          ["outcome", JSON.stringify(option.id)],
          ["ordered", readYes(row, "ordered")],
        ]);
      }),
  };
}
