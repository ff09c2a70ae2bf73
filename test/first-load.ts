import { gzipSync } from "node:zlib";

/** What a first visit to a page fetches of JavaScript, before anybody has clicked: kB after gzip. */
export async function weighScripts(
  html: string,
  read: (source: string) => Promise<Uint8Array>,
): Promise<{ readonly kilobytes: number; readonly files: number }> {
  const tags = [...html.matchAll(/<script\b[^>]*\bsrc="([^"]+)"[^>]*>/g)];
  // What only browsers without modules fetch is fetched by none that the console runs in.
  const sources = tags.filter(([tag]) => !/\bnoModule\b/i.test(tag)).map(([, source = ""]) => source);
  const sizes = await Promise.all(sources.map(async (source) => gzipSync(await read(source)).length));
  return { kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000, files: sizes.length };
}
