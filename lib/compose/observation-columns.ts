import { COLUMN_LENGTH, optionLabels } from "#lib/domain/option-label.ts";
import { visible } from "#lib/format.ts";
import type { ObservationForm, OptionForm } from "./compose-form.ts";
import { isPerOption, KIND_NAMES, type KindName, kindOf, type ObservationField } from "./observation-kinds.ts";
import { optionIds } from "./option-ids.ts";

export interface ObservationColumn {
  readonly type: "date" | Exclude<ObservationField["type"], "json" | "lines" | "intervals">;
  readonly label: string;
  /** The label, shortened for the header cell. */
  readonly head: string;
  readonly about?: string | undefined;
  /** The key in `ObservationForm.fields`; "" for the date column. */
  readonly path: string;
}

export const TABLE_KINDS: readonly KindName[] = KIND_NAMES.filter((kind) =>
  kindOf(kind).fields.every(({ type }) => type !== "json" && type !== "lines" && type !== "intervals"),
);

const DATE: ObservationColumn = { type: "date", label: "Observed", head: "Observed", path: "" };

/**
 * Returns the columns of a table of observations: the name (such as the source), the date, then the values. Text
 * observations have no name, so their date comes first.
 */
export function observationColumns(kind: KindName, options: readonly OptionForm[]): readonly ObservationColumn[] {
  const ids = optionIds(options);
  const labels = options.map(({ description }, index) => description.trim() || ids[index] || `Option ${index + 1}`);
  const heads = optionLabels(Object.fromEntries(labels.map((label, index) => [index + 1, label])), COLUMN_LENGTH);
  const columns = kindOf(kind).fields.flatMap((field): ObservationColumn[] => {
    const { name, type, label, about } = field;
    if (type === "json" || type === "lines" || type === "intervals") return [];
    if (!isPerOption(field)) return [{ type, label, head: label, about, path: name }];
    return options.map(({ key }, index) => ({
      type,
      label: visible(labels[index] ?? ""),
      head: heads[index + 1] ?? "",
      path: `${name}/${key}`,
    }));
  });
  const [first, ...rest] = columns;
  return first?.type === "line" ? [first, DATE, ...rest] : [DATE, ...columns];
}

/** Returns an observation's percentages in the order of the options; undefined for a kind without percentages. */
export function percentsOf({ kind, fields }: ObservationForm, options: readonly OptionForm[]) {
  const field = kindOf(kind).fields.find(({ type }) => type === "percents");
  if (field === undefined) return undefined;
  return options.map(({ key }) => ({ path: `${field.name}/${key}`, text: fields[`${field.name}/${key}`] ?? "" }));
}
