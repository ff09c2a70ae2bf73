import { Box } from "@mantine/core";

/** A share of 0..1 as a bar. Hidden from screen readers: the number is next to it. */
export function Bar({ share, strong = true }: { readonly share: number; readonly strong?: boolean }) {
  return (
    <Box component="span" display="block" h="100%" mih={8} bg="var(--sunken)" aria-hidden="true">
      <Box
        component="span"
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
