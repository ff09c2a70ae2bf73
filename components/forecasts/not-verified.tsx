import { Badge } from "@mantine/core";

/** Shown beside every forecast: nobody independent has checked how well such probabilities hold. */
export function NotVerified() {
  return (
    <Badge component="span" variant="outline" color="warn" size="md" px={6} fz="xs">
      not independently verified
    </Badge>
  );
}
