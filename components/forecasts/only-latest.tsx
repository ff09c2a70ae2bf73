import { Alert } from "@mantine/core";

export function OnlyLatest({ truncated }: { readonly truncated: boolean }) {
  if (!truncated) return null;
  return (
    <Alert title="The chart shows only the latest 2,000 forecasts" color="warn">
      The list of forecasts and the downloads contain all forecasts.
    </Alert>
  );
}
