/** Runs of letters and digits. Each ideograph or kana counts as a word, because these scripts do not use spaces. */
const WORD =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])[\p{L}\p{M}\p{N}])+/gu;

export function words(text: string): string[] {
  return text.toLowerCase().match(WORD) ?? [];
}
