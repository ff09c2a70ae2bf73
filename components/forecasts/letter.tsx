import { Box } from "@mantine/core";
import { nameOf } from "./describe-comparison.ts";

export function Letter({ index }: { readonly index: number }) {
  const style = { borderInlineStart: `4px solid var(--part-${index + 1})` };
  return (
    <Box component="span" display="inline-block" miw={20} px={4} fw={600} ta="center" style={style}>
      {nameOf(index)}
    </Box>
  );
}
