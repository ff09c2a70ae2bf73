import { z } from "zod";
import { forecastFilterInput } from "#lib/console/forecast-filter.ts";
import { findMember } from "#server/api/auth/find-member.ts";
import { refuseConsole, refuseStranger } from "#server/api/http/refuse-console.ts";
import { withGateway } from "#server/api/http/with-gateway.ts";
import type { RunningGateway } from "#server/create-gateway.ts";
import { GatewayError } from "#server/errors.ts";
import { toCsv } from "#server/services/forecasts/export-csv.ts";
import { toJsonl } from "#server/services/forecasts/export-jsonl.ts";
import { readAllForecasts } from "#server/services/forecasts/read-all.ts";
import { streamFile } from "./stream-file.ts";

const querySchema = z.strictObject({ format: z.enum(["csv", "jsonl"]), ...forecastFilterInput });

const FORMATS = {
  csv: { write: toCsv, type: "text/csv" },
  jsonl: { write: toJsonl, type: "application/jsonl" },
} as const;

/** Downloads all forecasts that `forecasts.list` would list for the same filter. */
export function downloadForecasts(request: Request): Promise<Response> {
  return withGateway((wired) => download(wired, request));
}

async function download({ gateway, auth }: RunningGateway, request: Request): Promise<Response> {
  const member = await findMember(auth, gateway.database, request.headers);
  if (member === undefined) return refuseStranger();
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return refuseConsole(new GatewayError("BAD_REQUEST", { message: z.prettifyError(query.error) }));
  const { format, ...filter } = query.data;
  const { write, type } = FORMATS[format];
  const name = `forecasts-${gateway.now().toISOString().slice(0, 10)}.${format}`;
  return streamFile({ type, name }, write(readAllForecasts(gateway.database, filter)));
}
