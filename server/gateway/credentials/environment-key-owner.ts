import { type SQL, sql } from "drizzle-orm";
import { personAddress } from "#lib/person-address.ts";
import type { Config } from "#server/config/read-config.ts";
import type { GatewayContext } from "#server/gateway/context.ts";

export type Owners = Pick<Config, "gatewayApiKeyOwner">;

/** Returns a subquery for the id of the member who owns GATEWAY_API_KEY. It has no row if there is no owner. */
export function environmentKeyOwner({ gatewayApiKeyOwner }: Owners): SQL {
  const address = gatewayApiKeyOwner === undefined ? null : personAddress(gatewayApiKeyOwner);
  return sql`(select id from members where person_address = ${address}::text)`;
}

/** Logs a warning if GATEWAY_API_KEY has no owner: a reviewer who uses the key could approve their own requests. */
export async function warnOfUnknownOwner({
  config,
  database,
  log,
}: Pick<GatewayContext, "config" | "database" | "log">): Promise<void> {
  if (config.gatewayApiKey === undefined) return;
  const { rows } = await database.orm.execute(environmentKeyOwner(config));
  if (rows.length > 0) return;
  log.warn(
    "GATEWAY_API_KEY has no owner: set GATEWAY_API_KEY_OWNER to the e-mail address of the member who uses the key",
  );
}
