import { Text } from "@mantine/core";
import { IconEyeOff } from "@tabler/icons-react";
import { Icon } from "#components/ui/icon.tsx";
import { countOf, visible } from "#lib/format.ts";
import type { PoolTrace } from "#lib/trace/read-trace.ts";

/** What the model did not use, and why: the observations of one reason together. */
export function IgnoredObservations({ ignored }: Pick<PoolTrace, "ignored">) {
  if (ignored.length === 0) return null;
  const groups = [...Map.groupBy(ignored, ({ reason }) => reason)];
  return (
    <div>
      <Text component="h3" mb={4}>
        <Icon of={IconEyeOff} /> {countOf(ignored.length, "observation")} not used
      </Text>
      {groups.map(([reason, items]) => (
        <p key={reason}>
          {items.map(({ observation }) => `No. ${observation + 1}`).join(", ")}: {visible(reason)}
        </p>
      ))}
    </div>
  );
}
