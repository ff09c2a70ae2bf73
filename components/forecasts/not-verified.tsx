import { Badge } from "@mantine/core";

/** Notice on every forecast: its calibration has not been verified independently. */
export function NotVerified() {
  return (
    <Badge component="span" variant="outline" color="warn" size="md" px={6} fz="xs">
      not independently verified
    </Badge>
  );
}
