import { gzipSync } from "node:zlib";

/** Measures the JavaScript of a first visit to a page before any click, in kB after gzip. */
export async function weighScripts(
  html: string,
  read: (source: string) => Promise<Uint8Array>,
): Promise<{ readonly kilobytes: number; readonly files: number }> {
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)];
  // `nomodule` scripts are skipped: every browser that the console supports has modules.
  const sources = tags.filter(([tag]) => !/\bnoModule\b/i.test(tag)).map(([, source = ""]) => source);
  const sizes = await Promise.all(sources.map(async (source) => gzipSync(await read(source)).length));
  return { kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000, files: sizes.length };
}
