import localFont from "next/font/local";

// `display: "optional"` prevents a layout shift: if Inter loads late, the fallback font stays until the next page load.

const latin = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--inter",
  adjustFontFallback: false,
});

/** Extended Latin characters. Browsers download this file only for pages that contain such characters. */
const extended = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--inter-extended",
  adjustFontFallback: false,
  preload: false,
});

export const inter = `${latin.variable} ${extended.variable}`;
