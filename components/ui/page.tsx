import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import { PageHead, type PageHeadProps } from "./page-head.tsx";

interface PageProps extends Partial<PageHeadProps> {
  readonly width?: "narrow" | "wide";
  readonly children: ReactNode;
}

const MAX_WIDTH = { narrow: 860, normal: 1280, wide: 1680 };

export function Page({ width, title, about, actions, children }: PageProps) {
  return (
    <Box maw={MAX_WIDTH[width ?? "normal"]} px={{ base: 16, sm: 32 }} pt={{ base: 20, sm: 28 }} pb={64}>
      {title !== undefined && <PageHead title={title} about={about} actions={actions} />}
      {children}
    </Box>
  );
}
