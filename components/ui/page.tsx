import { Box } from "@mantine/core";
import type { ReactNode } from "react";
import { PageHead, type PageHeadProps } from "./page-head.tsx";

interface PageProps extends Partial<PageHeadProps> {
  readonly narrow?: boolean;
  readonly children: ReactNode;
}

export function Page({ narrow = false, title, about, actions, children }: PageProps) {
  return (
    <Box maw={narrow ? 860 : 1280} px={{ base: 16, sm: 32 }} pt={{ base: 20, sm: 28 }} pb={64}>
      {title !== undefined && <PageHead title={title} about={about} actions={actions} />}
      {children}
    </Box>
  );
}
