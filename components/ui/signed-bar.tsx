import { Box } from "@mantine/core";

/**
 * Horizontal bar from the middle: to the right for a positive `share` (up to 1), to the left for a negative one (down to
 * −1). Hidden from screen readers, because the table shows the number too.
 */
export function SignedBar({ share }: { readonly share: number }) {
  const width = Math.min(1, Math.abs(share)) * 50;
  return (
    <Box component="span" display="block" pos="relative" h={12} miw={96} aria-hidden="true">
      <Box
        component="span"
        data-bar
        pos="absolute"
        top={0}
        bottom={0}
        left={`${share < 0 ? 50 - width : 50}%`}
        w={`${width}%`}
        bg={share < 0 ? "var(--warn)" : "var(--bar)"}
      />
      <Box component="span" pos="absolute" left="50%" top={-3} bottom={-3} w={1} bg="var(--line-strong)" />
    </Box>
  );
}
