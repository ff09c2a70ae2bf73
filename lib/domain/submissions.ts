import type { Status } from "#lib/contract/statuses.ts";
import { namesOf } from "#lib/names-of.ts";

export const STATUS_LABELS: Readonly<Record<Status, string>> = {
  submitted: "in review",
  approved: "approved",
  changes_requested: "changes requested",
  rejected: "rejected",
  withdrawn: "withdrawn",
};

/** The colour of each status in the console: success, action needed, failure, or neutral. */
export const STATUS_TONES = {
  submitted: "off",
  approved: "good",
  changes_requested: "warn",
  rejected: "bad",
  withdrawn: "off",
} as const satisfies Readonly<Record<Status, string>>;

/**
 * `caller` and `agent`: created from a request with an API key that was not reviewed yet, sent to `/v1/predict` or over
 * MCP. `first_start`: shipped with the gateway.
 */
export const ORIGIN_LABELS = {
  console: { short: "console", long: "console or script", from: "from the console" },
  import: { short: "import", long: "import", from: "from an import" },
  caller: {
    short: "backend",
    long: "backend: its request was refused and sent for review",
    from: "from a backend",
  },
  agent: { short: "agent", long: "agent: its request was sent for review", from: "from an agent" },
  first_start: { short: "shipped", long: "shipped with the gateway", from: "shipped with the gateway" },
} as const;

export type Origin = keyof typeof ORIGIN_LABELS;

export const ORIGINS = namesOf(ORIGIN_LABELS);

/** The origins of submissions that were sent with an API key. */
export const KEY_ORIGINS = ["caller", "agent"] as const satisfies readonly Origin[];

export const isSentWithKey = (origin: Origin) => origin === "caller" || origin === "agent";

/** Maximum length of a title, and of the first line of the question that replaces a missing title. */
/** Maximum submissions of one import. */
export const MAX_IMPORTED = 1_000;

export const MAX_TITLE = 200;
const MAX_LINE = 120;

/** Returns the title of a submission or a draft. If `title` is empty, the first line of the question is the title. */
export function titleOf(title: string, instructions: string): string {
  const given = clip(title, MAX_TITLE);
  if (given !== "") return given;
  const [line = ""] = instructions.replaceAll("\u0000", "").trim().split("\n");
  return clip(line, MAX_LINE) || "Untitled";
}

/** Shortens text to the limit and removes characters that the database cannot store. */
export function clip(text: string, most: number): string {
  const storable = text.replaceAll("\u0000", "").trim().toWellFormed();
  return storable.length <= most ? storable : `${storable.slice(0, most - 1).toWellFormed()}…`;
}
