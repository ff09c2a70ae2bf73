import { optionIds } from "#lib/compose/option-ids.ts";
import { MAX_OPTIONS } from "#lib/contract/bounds.ts";
import type { ImportTarget } from "./file-content.ts";
import { CellError, guessFields, prepareRows, type RowCells, type TableField } from "./prepare-rows.ts";
import { printObject, printText } from "./print-object.ts";

const OPTION_FIELDS = Array.from(
  { length: MAX_OPTIONS },
  (_, index): TableField => ({
    name: `option_${index + 1}`,
    label: `Option ${index + 1}`,
    isRequired: false,
    aliases: [`answer ${index + 1}`, `choice ${index + 1}`],
  }),
);

export const QUESTION_FIELDS: readonly TableField[] = [
  { name: "own_id", label: "Own id", isRequired: false, aliases: ["id", "key", "number", "no", "external id"] },
  { name: "question", label: "Question", isRequired: true, aliases: ["instructions", "question text", "Frage"] },
  { name: "options", label: "Options", isRequired: false, aliases: ["answers", "choices", "Optionen", "Antworten"] },
  ...OPTION_FIELDS,
  {
    name: "resolution_criteria",
    label: "Resolution criteria",
    isRequired: true,
    aliases: ["resolution", "criteria", "Auflösungskriterien"],
  },
  {
    name: "resolves_at",
    label: "Resolution date",
    isRequired: true,
    aliases: ["resolves", "resolution time", "deadline", "Stichtag"],
  },
  { name: "as_of", label: "Information cutoff", isRequired: true, aliases: ["cutoff", "Stand"] },
  { name: "tags", label: "Tags", isRequired: false, aliases: ["tag", "labels", "topics"] },
  { name: "title", label: "Title", isRequired: false, aliases: ["Titel"] },
  { name: "note", label: "Note", isRequired: false, aliases: ["notes", "comment", "Notiz"] },
  { name: "ordered", label: "Ordered options", isRequired: false, aliases: ["ordinal", "is ordered"] },
  { name: "text", label: "Text observation", isRequired: false, aliases: ["report", "background"] },
  { name: "observed_at", label: "Observed at", isRequired: false, aliases: ["observed", "published", "published at"] },
];

/** Questions, one per row. Each becomes a submission with at most one text observation. */
export function questionTarget(release: string): ImportTarget {
  return {
    fields: QUESTION_FIELDS,
    ownMembers: ["request", "task"],
    guess: (header) => guessFields(QUESTION_FIELDS, header),
    prepare: (header, rows, settings) =>
      prepareRows(QUESTION_FIELDS, { header, rows, settings }, (row) => {
        const tags = listOf(row.text("tags"), /[|;,]/);
        return printObject([
          ["request", readQuestion(row, release).request],
          ["title", printText(row.text("title"))],
          ["note", printText(row.text("note"))],
          ["tags", tags.length === 0 ? undefined : JSON.stringify(tags)],
          ["ordered", readYes(row, "ordered")],
          ["own_id", printText(row.text("own_id"))],
        ]);
      }),
  };
}

interface ReadQuestion {
  /** The request as JSON. */
  readonly request: string;
  readonly options: readonly { readonly id: string; readonly description: string }[];
}

/** Reads the request of a row. The option ids derive from the texts of the options, as in the composer. */
export function readQuestion(row: RowCells, release: string): ReadQuestion {
  const descriptions = readOptions(row);
  const ids = optionIds(descriptions.map((description, index) => ({ key: `o${index + 1}`, id: "", description })));
  const options = descriptions.map((description, index) => ({ id: ids[index] ?? "", description }));
  const text = row.text("text");
  const observedAt = row.date("observed_at", "end of day");
  if (text !== "" && observedAt === undefined) throw new CellError("observed_at", "Enter when the text became known.");
  if (text === "" && observedAt !== undefined) throw new CellError("text", "The date has no text.");
  const observation = printObject([
    ["type", '"text"'],
    ["text", printText(text)],
    ["observed_at", JSON.stringify(observedAt)],
  ]);
  const resolution = printObject([
    ["criteria", JSON.stringify(required(row, "resolution_criteria"))],
    ["resolves_at", JSON.stringify(requiredTime(row, "resolves_at"))],
  ]);
  const task = printObject([
    ["type", '"choice"'],
    ["instructions", JSON.stringify(required(row, "question"))],
    ["criteria", printObject(options.map(({ id, description }) => [id, JSON.stringify(description)]))],
    ["resolution", resolution],
  ]);
  const input = printObject([
    ["as_of", JSON.stringify(requiredTime(row, "as_of"))],
    ["context", text === "" ? "[]" : `[${observation}]`],
  ]);
  const request = printObject([
    ["model", JSON.stringify(release)],
    ["task", task],
    ["input", input],
  ]);
  return { request, options };
}

function readOptions(row: RowCells): readonly string[] {
  const list = listOf(row.text("options"), /[|;\n]/);
  const columns = OPTION_FIELDS.map(({ name }) => row.text(name)).filter((text) => text !== "");
  if (list.length > 0 && columns.length > 0) {
    throw new CellError("options", "Use either this column or one column per option, not both.");
  }
  const options = list.length > 0 ? list : columns;
  const twice = options.find((option, index) => options.indexOf(option) !== index);
  if (twice !== undefined) throw new CellError("options", `The option "${twice}" occurs twice.`);
  if (options.length < 2) throw new CellError("options", "Enter at least two options, separated by | or ;.");
  return options;
}

/** Reads "A | B", "(a) A, (b) B", and lists with brackets and quotes as JSON and Python print them. */
function listOf(text: string, separator: RegExp): readonly string[] {
  const lettered = /^\(a\)\s.*\(b\)\s/is.test(text);
  if (!/^\[.*\]$/s.test(text)) return text.split(lettered ? LETTER : separator).flatMap((part) => part.trim() || []);
  return Array.from(text.matchAll(QUOTED), ([, one, other]) => (one ?? other ?? "").replaceAll(/\\(.)/g, "$1").trim());
}

const LETTER = /[,;]?\s*\([a-z]\)\s/i;
const QUOTED = /"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'/g;

export function required(row: RowCells, field: string): string {
  const text = row.text(field);
  if (text === "") throw new CellError(field, "The cell is empty.");
  return text;
}

function requiredTime(row: RowCells, field: string): string {
  const date = row.date(field, "refused");
  if (date === undefined) throw new CellError(field, "The cell is empty.");
  return date;
}

/** Returns "true" or "false"; undefined for an empty cell. */
export function readYes(row: RowCells, field: string): "true" | "false" | undefined {
  const text = row.text(field).toLowerCase();
  if (text === "") return undefined;
  if (["true", "yes", "1", "ja", "wahr"].includes(text)) return "true";
  if (["false", "no", "0", "nein", "falsch"].includes(text)) return "false";
  throw new CellError(field, `Write "true" or "false" instead of "${text}".`);
}
