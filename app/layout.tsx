import "@fontsource-variable/inter/index.css";
// Before Mantine's: it says in which order the layers come.
import "./console.css";
import "@mantine/core/styles.layer.css";
import { ColorSchemeScript, mantineHtmlProps } from "@mantine/core";
import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { Look } from "#components/ui/look.tsx";

export const metadata: Metadata = {
  title: { default: "Forecasting gateway", template: "%s · Forecasting gateway" },
  robots: { index: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfbf9" },
    { media: "(prefers-color-scheme: dark)", color: "#14171a" },
  ],
};

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en" {...mantineHtmlProps}>
      <head>
        <ColorSchemeScript defaultColorScheme="auto" />
      </head>
      <body>
        <Look>{children}</Look>
      </body>
    </html>
  );
}
