import { Table } from "#components/ui/table.tsx";
import styles from "./fields-table.module.css";
import { readFields } from "./read-fields.ts";

/** The fields of a schema: path, type, bounds, meaning. */
export function FieldsTable({ schema, label }: { readonly schema: unknown; readonly label: string }) {
  return (
    <Table label={label} fold>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Type</th>
          <th scope="col">Meaning and bounds</th>
        </tr>
      </thead>
      <tbody>
        {readFields(schema).map(({ path, type, required, rules, about }) => (
          <tr key={path}>
            <th scope="row" className={styles.path}>
              <code>{path}</code>
              {!required && <span className={styles.optional}>optional</span>}
            </th>
            <td className={styles.type} data-label="Type">
              {type}
            </td>
            <td>
              {about} {rules.length > 0 && <span className={styles.rules}>{rules.join("; ")}</span>}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}
