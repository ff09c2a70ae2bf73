import { Box } from "@mantine/core";

/** Horizontal bar for a share, 0..1. Hidden from screen readers, because the table shows the number too. */
export function Bar({ share, strong = true }: { readonly share: number; readonly strong?: boolean }) {
  return (
    <Box component="span" display="block" h="100%" mih={8} bg="var(--sunken)" aria-hidden="true">
      <Box
        component="span"
        data-bar
        display="block"
        h="100%"
        mih={8}
        miw={1}
        w={`${share * 100}%`}
        bg={strong ? "var(--bar)" : "var(--bar-rest)"}
      />
    </Box>
  );
}
