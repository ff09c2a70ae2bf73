import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { replaceFile } from "#server/db/replace-file.ts";
import type { TileStore } from "./tiles.ts";

/** Stores the tiles of a log as files: `folder/tile/0/x001/067`. */
export function openTileFolder(folder: string): TileStore {
  const fileOf = (name: string) => join(folder, "tile", name);
  return {
    async read(name) {
      const file = fileOf(name);
      return existsSync(file) ? readFileSync(file) : undefined;
    },
    async write(name, tile) {
      const file = fileOf(name);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      replaceFile(file, tile, 0o600);
      // A full tile contains its partial tiles. The names of full tiles do not end with ".p/12".
      rmSync(`${file}.p`, { recursive: true, force: true });
    },
  };
}
