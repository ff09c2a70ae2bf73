import { Alert } from "@mantine/core";

export function OnlyLatest({ truncated }: { readonly truncated: boolean }) {
  if (!truncated) return null;
  return (
    <Alert title="Only the latest 2,000 forecasts are drawn" color="warn">
      The list of forecasts and its downloads have all of them.
    </Alert>
  );
}
