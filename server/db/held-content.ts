/** How SQL reads a column as text. A disclosure of an event is JSON in base64url without padding. */
const READ = {
  text: (column: string) => `${column}::text`,
  bytes: (column: string) => `convert_from(${column}, 'UTF8')`,
  disclosure: (column: string) =>
    `convert_from(decode(rpad(translate(${column}, '-_', '+/'), (length(${column}) + 3) / 4 * 4, '='), 'base64'), 'UTF8')`,
};

const texts = (names: string) => Object.fromEntries(names.split(" ").map((name) => [name, "text" as const]));

/**
 * The closed list of the tables and columns that can contain a text or a person, each with SQL of the id under which a
 * finding is listed. The search and the overwriting of erased rows use it. Tests compare it with the schema, and search
 * all columns after erase_content(), so that a new column must join both.
 */
export const HELD_CONTENT: Readonly<
  Record<string, readonly [id: string, Readonly<Record<string, keyof typeof READ>>]>
> = {
  event_contents: ["seq::text", { disclosure: "disclosure" }],
  holds: ["id::text", { note: "text" }],
  drafts: ["member_id", { title: "text", content: "bytes" }],
  submissions: ["id::text", { title: "text", note: "text", own_id: "text", client: "text", options: "text" }],
  verdicts: ["submission_id::text", { note: "text" }],
  bindings: ["submission_id::text", { revoked_reason: "text" }],
  approvals: ["submission_id::text", { revoked_reason: "text" }],
  outcomes: ["task_id", { source: "text", note: "text", option: "text" }],
  question_notes: ["task_id", { text: "text" }],
  tags: ["task_id", { tag: "text" }],
  forecast_scores: ["request_id::text", { option: "text", choice: "text" }],
  scored_questions: ["task_id", { quotes: "text", worths: "text", option: "text" }],
  source_aliases: ["alias", { alias: "text", source: "text" }],
  reports: ["name", { body: "bytes" }],
  evaluations: ["id::text", { title: "text", file_name: "text", selection: "text", report: "bytes" }],
  evaluation_cases: ["evaluation_id::text", texts("set question block references outcome options option_order")],
  evaluation_verdicts: ["evaluation_id::text", { note: "text" }],
  webhook_deliveries: ["owner", { body: "text" }],
  webhook_attempts: ["delivery_id::text", { error: "text" }],
  webhooks: ["owner", { shown_url: "text" }],
  credentials: ["id::text", { name: "text" }],
  personal_tokens: ["member_id", { name: "text" }],
  sessions: ["user_id", { ip_address: "text", user_agent: "text" }],
  accounts: ["user_id", { account_id: "text", access_token: "text", refresh_token: "text", id_token: "text" }],
  verifications: ["id", { identifier: "text", value: "text" }],
  invitations: ["id::text", { email: "text" }],
  members: ["id", { name: "text", email: "text", person_address: "text", external_id: "text", image: "text" }],
  inputs: ["input_id", { canonical: "bytes" }],
  tasks: ["task_id", { canonical: "bytes", question: "text", options_text: "text", options: "text" }],
  "pgboss.job": ["id::text", { data: "text", output: "text" }],
};

/** Returns SQL that reads a column as text. */
export function readHeld(column: string, form: keyof typeof READ): string {
  return READ[form](`"${column}"`);
}
