import localFont from "next/font/local";

// Nothing moves when they come: a page painted before them keeps the stand-in of tokens.css.

const latin = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--inter",
  adjustFontFallback: false,
});

/** Letters with further marks, loaded where a page has them. */
const extended = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "100 900",
  display: "optional",
  variable: "--inter-extended",
  adjustFontFallback: false,
  preload: false,
});

/** The class under which Inter is `--inter` and `--inter-extended`. */
export const inter = `${latin.variable} ${extended.variable}`;
