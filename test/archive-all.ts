import { archiveMonths } from "#server/audit/archive/archive-months.ts";
import type { ArchivedEvents } from "#server/audit/log/history-events.ts";

type Archiving = Parameters<typeof archiveMonths>[0];

/** Archives all events of a gateway with a clock that is set to a later month: only past months can be archived. */
export function archiveAll(gateway: Archiving, folder: string): Promise<ArchivedEvents[]> {
  const today = gateway.now();
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 2));
  const now = () => new Date(before.getTime() + 3 * 86_400_000);
  return archiveMonths({ ...gateway, now }, folder, before);
}
