import { canonicalJson } from "#lib/contract/canonical.ts";
import type { Database } from "#server/db/open.ts";
import { readAll } from "#server/db/read-pages.ts";

export type Fields = Readonly<Record<string, string | boolean | null>>;

type Row = Record<string, unknown>;

const PAGE = 250;

const VALIDITY = `${utc("expires_at")}, revoked_at is not null as revoked, revoked_by, revoked_reason`;

/** `key`: columns that identify a row. The rows are sorted by them. */
const TABLES = {
  tasks: { key: ["task_id"], fields: "option_order" },
  submissions: {
    key: ["id"],
    fields: `release, task_id, input_id, findings, author_id, supersedes, origin, status, (
      select json_agg(array_position(t.options, one) - 1 order by place)
      from tasks t, unnest(submissions.options) with ordinality as given(one, place) where t.task_id = submissions.task_id
    ) as option_order`,
  },
  verdicts: {
    key: ["submission_id", "reviewer_id"],
    fields: `binding, quality, checklist, note, ${utc("expires_at")}`,
  },
  bindings: { key: ["id"], fields: `release, task_id, submission_id, ${VALIDITY}` },
  approvals: { key: ["id"], fields: `task_id, input_id, submission_id, ${VALIDITY}` },
  outcomes: {
    key: ["id"],
    fields: `task_id, (
      select array_position(t.options, option) - 1 from tasks t where t.task_id = outcomes.task_id
    )::text as option_index, ${utc("happened_at")}, source, note, recorded_by, status, confirmed_by`,
  },
  scored_questions: { key: ["task_id"], fields: "outcome_id, through" },
  question_notes: { key: ["id"], fields: "task_id, text, author_id" },
  tags: { key: ["task_id", "tag"], fields: "active" },
  source_aliases: { key: ["alias"], fields: "source" },
  evaluations: {
    key: ["id"],
    fields: "title, release, data_digest, cases_digest, selection, uploaded_by, status, report_digest",
  },
  evaluation_verdicts: { key: ["evaluation_id", "reviewer_id"], fields: "approved, note, checklist" },
  holds: { key: ["id"], fields: "thing, subject_id, note, set_by, lifted_at is not null as lifted" },
  credentials: { key: ["id"], fields: "name, limited_to, revoked_at is not null as revoked, owner_id" },
  log_keys: { key: ["database_id", "key_id"], fields: "public_key" },
  credential_keys: { key: ["key_id"], fields: "credential_id, created_by" },
  personal_tokens: {
    key: ["id"],
    fields: `member_id, scopes, ${utc("expires_at")}, revoked_at is not null as revoked`,
  },
  members: {
    key: ["id"],
    fields: "role, disabled_at is not null as disabled, person_address",
  },
};

/** Returns SQL that formats a timestamp as in events. */
function utc(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as ${column}`;
}

export type ReplayedTable = keyof typeof TABLES;

export const REPLAYED_TABLES = Object.keys(TABLES) as readonly ReplayedTable[];

export async function* readRows({ pool }: Database, table: ReplayedTable) {
  const { key, fields } = TABLES[table];
  const names = key.map((column, index) => `${column} as key_${index}`);
  // No event creates a task; an event sets its order.
  const where = table === "tasks" ? "option_order is not null" : "true";
  const after = `and (${key.join()}) > (${key.map((_, index) => `$${index + 1}`).join()})`;
  const keyOf = (row: Row) => key.map((_, index) => String(row[`key_${index}`]));
  const rows = readAll<Row>(async (last) => {
    const { rows: page } = await pool.query<Row>(
      `select ${names.join()}, ${fields} from ${table} where ${where} ${last === undefined ? "" : after} order by ${key.join()} limit ${PAGE}`,
      last === undefined ? [] : keyOf(last),
    );
    return page;
  });
  for await (const row of rows) {
    const values = Object.entries(row).slice(key.length);
    yield {
      key: keyOf(row).join(" by "),
      fields: Object.fromEntries(values.map(([name, value]) => [name, toField(value)])),
    };
  }
}

function toField(value: unknown): string | boolean | null {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return value;
  return canonicalJson(value);
}
