import { HIDDEN } from "./text-runs.ts";

const INCOMPARABLE = new RegExp(String.raw`(?![\v\f\r\x85\u2028\u2029])${HIDDEN}`, "gu");

/** Returns the text in the form in which texts are compared: in NFKC, without hidden characters except line ends. */
export function comparable(text: string): string {
  return text.replace(INCOMPARABLE, "").normalize("NFKC");
}
