import { Skeleton, Stack, Text } from "@mantine/core";

export function Loading({ what }: { readonly what: string }) {
  return (
    <Stack gap="sm" maw={760} p="lg" role="status">
      <Text c="dimmed">Loading {what} …</Text>
      {["40%", "100%", "92%", "96%", "70%"].map((width) => (
        <Skeleton key={width} height={12} width={width} radius={0} animate={false} />
      ))}
    </Stack>
  );
}
