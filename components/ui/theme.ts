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

/** The surfaces and lines of the dark look: the tokens of app/console.css, for Mantine's own parts. */
const dark: MantineColorsTuple = [
  "#e6e8ea",
  "#c3c9ce",
  "#a9b1b9",
  "#8f98a1",
  "#4b555d",
  "#2c3238",
  "#20252a",
  "#14171a",
  "#101315",
  "#0b0d0f",
];

export const theme = createTheme({
  primaryColor: "ink",
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, dark },
  fontFamily: '"Inter Variable", system-ui, sans-serif',
  fontFamilyMonospace: "var(--mono)",
  defaultRadius: 4,
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "15px", xl: "17px" },
  lineHeights: { md: "1.45" },
  respectReducedMotion: true,
  cursorType: "pointer",
});
