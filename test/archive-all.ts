import { archiveMonths } from "#server/audit/archive/archive-months.ts";
import type { ArchivedEvents } from "#server/audit/log/history-events.ts";

type Archiving = Parameters<typeof archiveMonths>[0];

/** Archives all events that a gateway has recorded, as if their month had ended. */
export function archiveAll(gateway: Archiving, folder: string): Promise<ArchivedEvents[]> {
  const today = gateway.now();
  const before = new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 2));
  const now = () => new Date(before.getTime() + 3 * 86_400_000);
  return archiveMonths({ ...gateway, now }, folder, before);
}
