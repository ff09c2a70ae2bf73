import { z } from "zod";
import { findMember } from "#server/api/auth/find-member.ts";
import { refuseConsole, refuseStranger } from "#server/api/http/refuse-console.ts";
import { withGateway } from "#server/api/http/with-gateway.ts";
import { GatewayError } from "#server/errors.ts";
import type { Gateway } from "#server/gateway.ts";
import { streamFile } from "./stream-file.ts";

interface Download {
  readonly type: string;
  /** The file name without its date. */
  readonly name: string;
  readonly extension: "csv" | "jsonl";
  readonly parts: AsyncGenerator<string>;
}

/** Answers a member's request for a file whose query fits the schema; others with 401 and 400. */
export function answerDownload<Query>(
  request: Request,
  schema: z.ZodType<Query>,
  make: (gateway: Gateway, query: Query) => Download,
): Promise<Response> {
  return withGateway(async ({ gateway, auth }) => {
    const member = await findMember(auth, gateway.database, request.headers);
    if (member === undefined) return refuseStranger();
    const query = schema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) {
      return refuseConsole(new GatewayError("BAD_REQUEST", { message: z.prettifyError(query.error) }));
    }
    const { type, name, extension, parts } = make(gateway, query.data);
    const file = `${name}-${gateway.now().toISOString().slice(0, 10)}.${extension}`;
    return streamFile({ type, name: file }, parts);
  });
}
