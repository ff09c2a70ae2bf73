import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/**
 * Compresses the static files of a build with Brotli, each to a file with the suffix `.br`, which the server sends to
 * browsers that accept it. Skips fonts and images, which are already compressed.
 */
export function compressStatic(folder = ".next/static") {
  for (const name of readdirSync(folder, { recursive: true })) {
    if (!/\.(js|css|svg|json|txt)$/.test(name)) continue;
    const file = join(folder, name);
    const text = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
    writeFileSync(`${file}.br`, brotliCompressSync(text, { params }));
  }
}

if (process.argv[1] === import.meta.filename) compressStatic();
