import { Group } from "@mantine/core";
import { DATABASE_STATES, MODEL_STATES } from "#components/settings/readiness-panel.tsx";
import { sumByCode } from "#components/settings/sum-outcomes.ts";
import { Link } from "#components/ui/link.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { formatCount } from "#lib/format.ts";

interface SystemLineProps {
  readonly status: Outputs["system"]["status"];
  readonly hours: number;
}

export function SystemLine({ status: { readiness, release, load, outcomes }, hours }: SystemLineProps) {
  const counts = sumByCode(outcomes.counts);
  const total = counts.reduce((sum, { count }) => sum + count, 0);
  const answered = counts.find(({ code }) => code === null)?.count ?? 0;
  return (
    <Group component="section" aria-label="System" className="panel" gap="4px 20px" py={12} fz="sm" c="dimmed">
      <span>Model {MODEL_STATES[readiness.model]}</span>
      <span>Audit log {DATABASE_STATES[readiness.database]}</span>
      <span>{release}</span>
      <span>
        {formatCount(load.taken)} of {formatCount(load.slots)} slots in use
      </span>
      <span>
        Requests in the last {hours} hours: {formatCount(answered)} answered,{" "}
        <Link href={routes.auditLog()}>{formatCount(total - answered)} refused or failed</Link>
      </span>
      <Link href={routes.system}>System</Link>
    </Group>
  );
}
