import { Badge } from "@mantine/core";
import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconCircleX } from "@tabler/icons-react";
import { Icon } from "./icon.tsx";

export type Tone = "good" | "warn" | "bad" | "off";

const SIGNS = { good: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX, off: IconCircleDashed };

/** Shows a state as text with an icon, so that colour is never the only indication of the state. */
export function StatusBadge({ tone, children }: { readonly tone: Tone; readonly children: string }) {
  return (
    <Badge component="span" color={tone} leftSection={<Icon of={SIGNS[tone]} size={15} />}>
      {children}
    </Badge>
  );
}
