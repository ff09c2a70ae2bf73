import { gzipSync } from "node:zlib";

/** Returns the gzipped size of the scripts that a page's HTML loads, in kB (1,000 bytes), and their number. */
export async function weighScripts(
  html: string,
  read: (source: string) => Promise<Uint8Array>,
): Promise<{ readonly kilobytes: number; readonly files: number }> {
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)];
  // Skips `nomodule` scripts: no browser that the console supports loads them.
  const sources = tags.filter(([tag]) => !/\bnoModule\b/i.test(tag)).map(([, source = ""]) => source);
  const sizes = await Promise.all(sources.map(async (source) => gzipSync(await read(source)).length));
  return { kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000, files: sizes.length };
}
