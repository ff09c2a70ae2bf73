import { z } from "zod";
import { forecastList, partInput, sourcesInput } from "#lib/console/filters.ts";
import { id, sequence } from "#lib/domain/identifiers.ts";
import type { Member, Permission } from "#lib/domain/members.ts";
import { exportContents } from "#server/audit/export/contents-file.ts";
import { exportAuditLog } from "#server/audit/export/export-audit-log.ts";
import { toCsv, toJsonl } from "#server/base/table.ts";
import { proveEvent } from "#server/console/audit-log/prove-event.ts";
import { readableEvents } from "#server/console/audit-log/readable-events.ts";
import type { ConsoleContext } from "#server/console/context.ts";
import { getReportText } from "#server/console/evaluations/get-report.ts";
import { printResolved } from "#server/console/evaluations/print-resolved.ts";
import { forecastsToCsv, readAllForecasts } from "#server/console/forecasts/list-forecasts.ts";
import { OUTCOME_COLUMNS, readAllOutcomes } from "#server/console/outcomes/export-outcomes.ts";
import { readAllSources, SCORE_TABLES, SOURCE_COLUMNS, WORTH_TABLES } from "#server/console/scores/export-scores.ts";
import { readPart } from "#server/console/scores/part-of-record.ts";
import { answerMember, readQuery } from "./answer-member.ts";

const TYPES = {
  csv: "text/csv",
  html: "text/html",
  json: "application/json",
  jsonl: "application/jsonl",
  "jsonl.contents": "application/jsonl",
  "tlog-proof": "text/plain",
};

interface Export {
  /** File name without extension. */
  readonly name: string;
  readonly format: keyof typeof TYPES;
  /** If "true", CSV begins with a byte order mark. */
  readonly bom?: "true" | undefined;
  readonly parts: AsyncGenerator<string> | string;
}

/** Excel reads a CSV file without this mark in the encoding of its language. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Returns a handler that streams a file to members with the permission. Answers 400 to an invalid or unknown parameter. */
function answerExport<Shape extends z.core.$ZodShape>(
  parameters: Shape,
  make: (
    gateway: ConsoleContext,
    query: z.output<z.ZodObject<Shape, z.core.$strict>>,
    member: Member,
  ) => Export | Promise<Export>,
  permission: Permission = "read",
) {
  const schema = z.strictObject(parameters);
  return answerMember(permission, async (gateway, request, member) => {
    const { name, format, bom, parts } = await make(gateway, readQuery(request, schema), member);
    const isMarked = bom === "true" && format === "csv";
    return streamFile({ type: TYPES[format], name: `${name}.${format}` }, isMarked ? withMark(parts) : parts);
  });
}

async function* withMark(parts: Export["parts"]): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK;
  if (typeof parts === "string") yield parts;
  else yield* parts;
}

interface FileHead {
  readonly type: string;
  readonly name: string;
}

/** Returns a download. Parts stream with backpressure; the generator is closed when the reader disconnects. */
export function streamFile({ type, name }: FileHead, parts: AsyncGenerator<string> | string): Response {
  return new Response(typeof parts === "string" ? parts : encode(parts), {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `attachment; filename="${name}"`,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
    },
  });
}

function encode(parts: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next();
        if (done === true) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await parts.return(undefined);
      },
    },
    { highWaterMark: 1 },
  );
}

const csvOrJsonl = { format: z.enum(["csv", "jsonl"]), bom: z.optional(z.enum(["true"])) };
const WRITERS = { csv: toCsv, jsonl: toJsonl };

const dated = ({ now }: ConsoleContext, name: string) => `${name}-${now().toISOString().slice(0, 10)}`;

/** Handlers of the downloads at `/api/export/`, by name. */
export const EXPORTS = {
  "audit-log": answerExport(
    {},
    (gateway) => ({ name: dated(gateway, "export-of-audit-log"), format: "jsonl", parts: exportAuditLog(gateway) }),
    "audit",
  ),

  /** The contents of the audit log's events that the member may read. */
  "audit-log-contents": answerExport(
    {},
    async (gateway, _query, member) => {
      const isReadable = await readableEvents(gateway, member);
      const parts = exportContents(gateway.database, { above: 0, upTo: Number.MAX_SAFE_INTEGER }, isReadable);
      return { name: dated(gateway, "export-of-audit-log"), format: "jsonl.contents", parts };
    },
    "audit",
  ),

  /**
   * The report of a finished evaluation in the formats of `npm run evaluate` (`json`, `html`), or the cases of an
   * evaluation on resolved questions (`jsonl`).
   */
  evaluation: answerExport({ id, format: z.enum(["json", "html", "jsonl"]) }, async (gateway, { format, ...query }) => {
    if (format === "jsonl") return { ...(await printResolved(gateway.database, query.id)), format };
    const text = await getReportText(gateway, query.id);
    return { name: "report", format, parts: format === "json" ? text : await gateway.computer.page(text) };
  }),

  /** All forecasts that `forecasts.list` would list for the same filter. */
  forecasts: answerExport({ ...csvOrJsonl, ...forecastList.filterInput }, (gateway, { format, bom, ...filter }) => {
    const pages = readAllForecasts(gateway.database, filter);
    const parts = format === "csv" ? forecastsToCsv(pages) : toJsonl(pages);
    return { name: dated(gateway, "forecasts"), format, bom, parts };
  }),

  observations: answerExport({ table: keysOf(WORTH_TABLES), requestId: z.optional(id) }, (gateway, query) => ({
    name: dated(gateway, `observations-${query.table}`),
    format: "csv",
    parts: WORTH_TABLES[query.table](gateway, query.requestId),
  })),

  /** All recorded outcomes, including replaced ones. */
  outcomes: answerExport(csvOrJsonl, (gateway, { format, bom }) => ({
    name: dated(gateway, "outcomes"),
    ...{ format, bom },
    parts: WRITERS[format](readAllOutcomes(gateway.database), OUTCOME_COLUMNS),
  })),

  /** The proof of an audit event, which contains the event. */
  proof: answerExport({ seq: sequence }, async (gateway, { seq }, member) => ({
    name: `event-${seq}`,
    format: "tlog-proof",
    parts: await proveEvent(gateway, member, seq),
  })),

  sources: answerExport({ ...csvOrJsonl, ...sourcesInput }, (gateway, { format, bom, ...filter }) => ({
    name: dated(gateway, "sources"),
    ...{ format, bom },
    parts: WRITERS[format](readAllSources(gateway, filter), SOURCE_COLUMNS),
  })),

  "track-record": answerExport({ table: keysOf(SCORE_TABLES), ...partInput }, (gateway, { table, ...part }) => ({
    name: dated(gateway, `track-record-${table}`),
    format: "csv",
    parts: SCORE_TABLES[table](gateway, readPart(part)),
  })),
};

function keysOf<Table extends object>(tables: Table) {
  return z.enum(Object.keys(tables) as (keyof Table & string)[]);
}
