import { z } from "zod";
import { id } from "#lib/console/identifiers.ts";
import { printReport } from "#lib/evaluation/print-report.ts";
import { findMember } from "#server/api/auth/find-member.ts";
import { refuseConsole, refuseStranger } from "#server/api/http/refuse-console.ts";
import { withGateway } from "#server/api/http/with-gateway.ts";
import { GatewayError, isConsoleError } from "#server/errors.ts";
import { getReportText } from "#server/services/evaluations/get-report.ts";

const querySchema = z.strictObject({ id, format: z.enum(["json", "html"]) });

/** Downloads the report of a finished evaluation: the files that `npm run evaluate` writes. */
export function downloadEvaluation(request: Request): Promise<Response> {
  return withGateway(async ({ gateway, auth }) => {
    const member = await findMember(auth, gateway.database, request.headers);
    if (member === undefined) return refuseStranger();
    const query = querySchema.safeParse(Object.fromEntries(new URL(request.url).searchParams));
    if (!query.success) {
      return refuseConsole(new GatewayError("BAD_REQUEST", { message: z.prettifyError(query.error) }));
    }
    try {
      const text = await getReportText(gateway, query.data.id);
      const { format } = query.data;
      return new Response(format === "json" ? text : printReport(JSON.parse(text)), {
        headers: {
          "content-type": `${format === "json" ? "application/json" : "text/html"}; charset=utf-8`,
          "content-disposition": `attachment; filename="report.${format}"`,
          "cache-control": "no-store",
          "x-content-type-options": "nosniff",
        },
      });
    } catch (error) {
      if (!isConsoleError(error)) throw error;
      return refuseConsole(error);
    }
  });
}
