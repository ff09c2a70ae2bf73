import { Fieldset, Group, NativeSelect, SimpleGrid, Text, TextInput } from "@mantine/core";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { zoneChoices } from "#components/ui/zone-choices.ts";
import type { Cell, FileContent, ImportTarget, Prepared, TableSettings } from "#lib/files/file-content.ts";

interface ColumnSettingsProps {
  readonly content: Extract<FileContent, { readonly form: "table" }>;
  readonly target: ImportTarget;
  readonly settings: TableSettings;
  readonly asks: Prepared["asks"];
  /** The reason why no row can be converted with these columns. */
  readonly error: string | undefined;
  readonly onChange: (settings: TableSettings) => void;
}

const NOT_CHOSEN = { value: "", label: "Choose…" };
const ORDERS = [
  { value: "day first", label: "Day first: 31/12/2027" },
  { value: "month first", label: "Month first: 12/31/2027" },
];
const DECIMALS = [
  { value: ".", label: "Point: 0.25" },
  { value: ",", label: "Comma: 0,25" },
];

/** Fields to map columns to fields of the import, and to choose the time zone and decimal mark if the cells need them. */
export function ColumnSettings({ content, target, settings, asks, error, onChange }: ColumnSettingsProps) {
  const { header, rows } = content;
  const { fields, zone, decimal, order, constants = {} } = settings;
  const nameOf = (index: number) => header[index] || `Column ${index + 1}`;
  const left = header.flatMap((_, index) => (fields[index] === undefined ? [nameOf(index)] : []));
  const choices = target.fields.map(({ name, label, isRequired }) => ({
    value: name,
    label: isRequired ? `${label} (required)` : label,
  }));

  /** A field takes one column: the column that had it before is no longer imported. */
  function choose(column: number, field: string) {
    const others = fields.map((one) => (one === field ? undefined : one));
    onChange({ ...settings, fields: others.with(column, field === "" ? undefined : field) });
  }

  const withValue = target.fields.filter(
    ({ name, isRequired }) => constants[name] !== undefined || (isRequired && !fields.includes(name)),
  );
  const withoutValue = target.fields.filter((field) => !withValue.includes(field));

  function setValue(field: string, text: string) {
    if (text !== constants[field]) onChange({ ...settings, constants: { ...constants, [field]: text } });
  }

  return (
    <>
      <Fieldset legend="Columns" variant="unstyled">
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" verticalSpacing="xs">
          {header.map((name, index) => (
            <NativeSelect
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name.
              key={`${index} ${name}`}
              label={<ForeignText text={nameOf(index)} />}
              description={<ForeignText text={printCell(rows[0]?.cells[index])} />}
              value={fields[index] ?? ""}
              onChange={({ currentTarget }) => choose(index, currentTarget.value)}
              data={[{ value: "", label: "Not imported" }, ...choices]}
            />
          ))}
        </SimpleGrid>
        {left.length > 0 && (
          <Text size="sm" mt="xs">
            Not imported: <ForeignText text={left.join(", ")} />
          </Text>
        )}
        <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }} spacing="sm" verticalSpacing="xs" mt="sm">
          {withValue.map(({ name, label }) => (
            <TextInput
              key={name}
              label={label}
              description={fields.includes(name) ? "For rows with an empty cell" : "For all rows"}
              defaultValue={constants[name]}
              onBlur={({ currentTarget }) => setValue(name, currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key !== "Enter") return;
                event.preventDefault();
                setValue(name, event.currentTarget.value);
              }}
            />
          ))}
          <NativeSelect
            label="Add a value"
            description="For rows without a cell of the field"
            value=""
            onChange={({ currentTarget }) => setValue(currentTarget.value, "")}
            data={[NOT_CHOSEN, ...withoutValue.map(({ name, label }) => ({ value: name, label }))]}
          />
        </SimpleGrid>
        {error !== undefined && (
          <Text size="sm" mt="xs" c="var(--bad)" role="alert">
            <ForeignText text={error} />
          </Text>
        )}
      </Fieldset>
      <Group align="end">
        {(zone !== undefined || asks.includes("zone")) && (
          <NativeSelect
            label="Time zone"
            description="For dates and times without a UTC offset"
            value={zone ?? ""}
            onChange={({ currentTarget }) => onChange({ ...settings, zone: currentTarget.value || undefined })}
            data={[NOT_CHOSEN, ...zoneChoices()]}
          />
        )}
        {(order !== undefined || asks.includes("order")) && (
          <NativeSelect
            label="Order of dates"
            description="For dates such as 03/04/2027"
            value={order ?? ""}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...settings, order: value === "day first" || value === "month first" ? value : undefined })
            }
            data={[NOT_CHOSEN, ...ORDERS]}
          />
        )}
        {(decimal !== undefined || asks.includes("decimal")) && (
          <NativeSelect
            label="Decimal mark"
            description="For numbers such as 1,234"
            value={decimal ?? ""}
            onChange={({ currentTarget: { value } }) =>
              onChange({ ...settings, decimal: value === "." || value === "," ? value : undefined })
            }
            data={[NOT_CHOSEN, ...DECIMALS]}
          />
        )}
      </Group>
    </>
  );
}

const MAX_EXAMPLE = 40;

/** Returns the cell as an example of the column's content. */
function printCell(cell: Cell = ""): string {
  const text = typeof cell === "object" ? cell.date : String(cell);
  return text.length > MAX_EXAMPLE ? `${text.slice(0, MAX_EXAMPLE)}…` : text || "empty";
}
