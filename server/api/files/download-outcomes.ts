import { z } from "zod";
import { findMember } from "#server/api/auth/find-member.ts";
import { refuseConsole, refuseStranger } from "#server/api/http/refuse-console.ts";
import { withGateway } from "#server/api/http/with-gateway.ts";
import type { RunningGateway } from "#server/create-gateway.ts";
import { GatewayError } from "#server/errors.ts";
import { outcomesToCsv, outcomesToJsonl, readAllOutcomes } from "#server/services/outcomes/export.ts";
import { streamFile } from "./stream-file.ts";

const querySchema = z.strictObject({ format: z.enum(["csv", "jsonl"]) });

const FORMATS = {
  csv: { write: outcomesToCsv, type: "text/csv" },
  jsonl: { write: outcomesToJsonl, type: "application/jsonl" },
} as const;

/** Downloads every entry of every outcome, replaced ones included. */
export function downloadOutcomes(request: Request): Promise<Response> {
  return withGateway((wired) => download(wired, request));
}

async function download({ gateway, auth }: RunningGateway, request: Request): Promise<Response> {
  const member = await findMember(auth, gateway.database, request.headers);
  if (member === undefined) return refuseStranger();
  const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
  if (!query.success) return refuseConsole(new GatewayError("BAD_REQUEST", { message: z.prettifyError(query.error) }));
  const { write, type } = FORMATS[query.data.format];
  const name = `outcomes-${gateway.now().toISOString().slice(0, 10)}.${query.data.format}`;
  return streamFile({ type, name }, write(readAllOutcomes(gateway.database)));
}
