// Must be imported before Mantine's styles, because console.css declares the order of the CSS layers.
import "./console.css";
import "@mantine/core/styles.layer.css";
import "./tokens.css";
import "./native-inputs.css";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { NONCE_HEADER } from "#server/process/page-headers.ts";
import { inter } from "./fonts.ts";

export const metadata: Metadata = {
  title: { default: "Forecasting gateway", template: "%s · Forecasting gateway" },
  robots: { index: false },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#f6f6f3" },
    { media: "(prefers-color-scheme: dark)", color: "#121518" },
  ],
};

/**
 * Sets the colour scheme before the first paint, from the choice that Mantine stores in this browser, and follows changes
 * of the operating system. Not Mantine's ColorSchemeScript, because importing it would load Mantine on the sign-in page.
 */
const SET_SCHEME = `try {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const apply = () => {
    const chosen = localStorage.getItem("mantine-color-scheme-value");
    const isDark = chosen === "dark" || (chosen !== "light" && dark.matches);
    document.documentElement.dataset.mantineColorScheme = isDark ? "dark" : "light";
  };
  apply();
  dark.addEventListener("change", apply);
} catch {}`;

/**
 * Reads the CSP nonce from the request headers, so Next.js renders every page per request. A page rendered at build
 * time has no nonce, and browsers block its scripts.
 */
export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  const nonce = (await headers()).get(NONCE_HEADER) ?? undefined;
  return (
    <html lang="en" className={inter} data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant. */}
        <script nonce={nonce} dangerouslySetInnerHTML={{ __html: SET_SCHEME }} />
      </head>
      <body>{children}</body>
    </html>
  );
}
