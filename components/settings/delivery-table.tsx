import { Stack } from "@mantine/core";
import { DataTable } from "#components/ui/data-table.tsx";
import { Link } from "#components/ui/link.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { DELIVERY_ERRORS } from "#lib/domain/webhooks.ts";

type Delivery = Outputs["channel"]["get"]["deliveries"][number];

const TONES = { waiting: "off", delivered: "good", failed: "bad" } as const;

export function DeliveryTable({ deliveries }: { readonly deliveries: readonly Delivery[] }) {
  if (deliveries.length === 0) return <p>No deliveries yet.</p>;
  return (
    <DataTable
      label="Deliveries"
      rows={deliveries}
      keyOf={({ deliveryId }) => deliveryId}
      fold="named"
      columns={[
        {
          name: "Delivery",
          isName: true,
          show: ({ submissionId, taskId, type }) => {
            if (submissionId !== null) return <Link href={routes.submission(submissionId)}>submission</Link>;
            return taskId === null ? type : <Link href={routes.question(taskId)}>outcome</Link>;
          },
        },
        { name: "State", show: ({ status }) => <StatusBadge tone={TONES[status]}>{status}</StatusBadge> },
        { name: "Created", show: ({ createdAt }) => <TimeText at={createdAt} /> },
        {
          name: "Attempts",
          show: ({ attempts }) => (
            <Stack gap={0}>
              {attempts.map(({ number, at, status, error }) => (
                <span key={number}>
                  <TimeText at={at} />: {error === null ? status : DELIVERY_ERRORS[error]}
                </span>
              ))}
            </Stack>
          ),
        },
        { name: "Next attempt", show: ({ nextAt }) => (nextAt === null ? "—" : <TimeText at={nextAt} />) },
      ]}
    />
  );
}
