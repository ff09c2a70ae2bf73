import type { Metadata } from "next";
import type { ReactNode } from "react";
import "./console.css";

export const metadata: Metadata = { title: "Forecasting gateway" };

export default function RootLayout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
