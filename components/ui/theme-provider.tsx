"use client";

import {
  type ButtonProps,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  MantineProvider,
  type MantineTheme,
  type VariantColorsResolver,
} from "@mantine/core";
import type { ReactNode } from "react";

/** Provides Mantine's theme. The colour scheme follows the operating system until the reader chooses light or dark. */
export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  );
}

/** Shades of the blue-green accent colour. */
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

/** Colours of surfaces and lines of Mantine's components in dark mode; must match app/tokens.css. */
const dark: MantineColorsTuple = [
  "#e6e8ea",
  "#c3c9ce",
  "#a9b1b9",
  "#8f98a1",
  "#4b555d",
  "#2c3238",
  "#191d21",
  "#121518",
  "#0f1214",
  "#0b0d0f",
];

/** Text colour and background of each status tone. app/tokens.css defines both for light and dark mode. */
const TONES: Readonly<Record<string, { readonly ink: string; readonly soft: string }>> = {
  good: { ink: "var(--good)", soft: "var(--sunken)" },
  warn: { ink: "var(--warn)", soft: "var(--warn-soft)" },
  bad: { ink: "var(--bad)", soft: "var(--bad-soft)" },
  off: { ink: "var(--ink-soft)", soft: "var(--sunken)" },
};

const variantColorResolver: VariantColorsResolver = (input) => {
  const tone = TONES[String(input.color)];
  const standard = defaultVariantColorsResolver({ ...input, color: tone === undefined ? input.color : "gray" });
  if (input.variant === "default") return { ...standard, border: "1px solid var(--line-control)" };
  if (tone === undefined) return standard;
  const { ink, soft } = tone;
  switch (input.variant) {
    case "filled":
      return {
        background: ink,
        hover: `color-mix(in srgb, ${ink} 88%, var(--ink))`,
        color: "var(--paper)",
        border: "0",
      };
    case "light":
      return { background: soft, hover: soft, color: ink, border: "0" };
    case "outline":
      return { background: "transparent", hover: soft, color: ink, border: `1px solid ${ink}` };
    default:
      return { background: "transparent", hover: soft, color: ink, border: "0" };
  }
};

/** Screen readers would announce the <header> that Mantine puts around a dialog's title as the banner of the page. */
const TITLE_BAR = { header: { role: "presentation" } };

/** Sets `dir="auto"` on the input element: its direction follows the typed text. A `dir` prop would set it on the wrapper. */
const WRITTEN = { input: { dir: "auto" } };

const theme = createTheme({
  primaryColor: "ink",
  primaryShade: { light: 7, dark: 6 },
  colors: { ink, dark },
  variantColorResolver,
  fontFamily: 'var(--inter), var(--inter-extended), "Inter Stand-in", system-ui, sans-serif',
  fontFamilyMonospace: "var(--mono)",
  defaultRadius: 6,
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "15px", xl: "17px" },
  lineHeights: { md: "1.45" },
  respectReducedMotion: true,
  cursorType: "pointer",
  components: {
    // An Alert has the role `note` by default, because static text is not an alert. Messages after an action set a role.
    Alert: {
      defaultProps: { variant: "light", color: "off", role: "note", p: "xs" },
      styles: { root: { borderInlineStart: "3px solid var(--alert-color)" }, body: { gap: 4 } },
    },
    Anchor: { defaultProps: { inherit: true } },
    Badge: {
      defaultProps: {
        variant: "transparent",
        size: "lg",
        tt: "none",
        fw: 400,
        fz: "inherit",
        px: 0,
        h: "auto",
        lh: "inherit",
        lts: 0,
        radius: 3,
      },
      // The badge aligns with the baseline of the text next to it. Mantine's `overflow: hidden` would raise the badge.
      styles: {
        root: { display: "inline-flex", alignItems: "baseline", overflow: "visible" },
        section: { alignSelf: "center" },
        label: { whiteSpace: "normal", textAlign: "start", overflow: "visible" },
      },
    },
    Button: {
      defaultProps: { size: "xs", fw: 500 },
      // 24 pixels is the minimum target size of WCAG 2.2, criterion 2.5.8.
      vars: (_theme: MantineTheme, { size }: ButtonProps) => ({
        root: size === "compact-xs" ? { "--button-height": "24px" } : {},
      }),
    },
    Checkbox: { defaultProps: { size: "xs" }, styles: { label: { fontSize: 13 } } },
    DataList: {
      defaultProps: { withDivider: true, gap: 8, labelWidth: "min(168px, 34%)", fz: "md" },
      styles: {
        item: { gap: 16 },
        itemLabel: { flex: "0 0 var(--data-list-label-width)", fontSize: "inherit" },
        itemValue: { flex: 1, minWidth: 0, fontSize: "inherit" },
      },
    },
    Fieldset: { styles: { root: { marginInline: 0 }, legend: { padding: 0, fontSize: 13, fontWeight: 500 } } },
    Drawer: { defaultProps: { attributes: TITLE_BAR } },
    Input: { defaultProps: { attributes: WRITTEN } },
    Modal: {
      defaultProps: {
        size: "lg",
        closeButtonProps: { "aria-label": "Close" },
        transitionProps: { duration: 0 },
        attributes: TITLE_BAR,
      },
      styles: {
        title: { fontSize: 17, fontWeight: 600 },
        header: { background: "var(--raised)" },
        content: { background: "var(--raised)" },
      },
    },
    NativeSelect: { defaultProps: { size: "sm" } },
    Radio: { defaultProps: { size: "xs" }, styles: { label: { fontSize: 13 } } },
    TextInput: { defaultProps: { attributes: WRITTEN } },
    Textarea: { defaultProps: { attributes: WRITTEN } },
  },
});
