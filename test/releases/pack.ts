import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

const MAX_BYTES = 2 ** 28;

/** Packs the files of a folder. A window of 64 MB finds the pages that tables of an embedded database have in common. */
export function packRelease(folder: string, file: string): void {
  const files = execFileSync("tar", ["-cf", "-", "-C", folder, "."], { maxBuffer: MAX_BYTES });
  const params = { [constants.ZSTD_c_compressionLevel]: 19, [constants.ZSTD_c_windowLog]: 26 };
  writeFileSync(file, zstdCompressSync(files, { params }));
}

export function unpackRelease(file: string, folder: string): void {
  execFileSync("tar", ["-xf", "-", "-C", folder], { input: zstdDecompressSync(readFileSync(file)) });
}
