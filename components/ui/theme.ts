import { createTheme, type MantineColorsTuple } from "@mantine/core";

/** A quiet blue-green: the one colour of the console besides those that say good, careful and bad. */
const ink: MantineColorsTuple = [
  "#eaf4f7",
  "#d6e6eb",
  "#abcdd7",
  "#7fb4c4",
  "#5a9fb3",
  "#3d8aa0",
  "#2a768d",
  "#175a6e",
  "#124a5b",
  "#0c3946",
];

export const theme = createTheme({
  primaryColor: "ink",
  primaryShade: { light: 7, dark: 4 },
  autoContrast: true,
  colors: { ink },
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: "var(--mono)",
  defaultRadius: 4,
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "15px", xl: "17px" },
  lineHeights: { md: "1.45" },
  respectReducedMotion: true,
  cursorType: "pointer",
});
