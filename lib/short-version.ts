/** Returns the first seven characters after "@": "r13-c@1a2b3c4d…" becomes "1a2b3c4". */
export function shortVersion(modelVersion: string): string {
  return modelVersion.slice(modelVersion.indexOf("@") + 1).slice(0, 7);
}
