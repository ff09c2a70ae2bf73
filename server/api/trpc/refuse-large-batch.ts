import { refuseConsole } from "#server/api/http/refuse-console.ts";
import { GatewayError } from "#server/errors.ts";

const MOST_PROCEDURES = 10;

/**
 * A batch names its procedures in the path, split by commas. One of too many is refused before anything is looked up:
 * the answer would repeat each name, and each procedure would run.
 */
export function refuseLargeBatch(request: Request): Response | undefined {
  const commas = new URL(request.url).pathname.match(/,|%2c/gi)?.length ?? 0;
  if (commas < MOST_PROCEDURES) return undefined;
  const message = `A batch may have at most ${MOST_PROCEDURES} procedures: send several.`;
  return refuseConsole(new GatewayError("BAD_REQUEST", { message }));
}
