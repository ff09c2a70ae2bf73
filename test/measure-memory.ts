import { openFolder } from "./open-folder.ts";

/** Prints by how many bytes the memory of a process grows while it reads this many megabytes from a data folder. */
const [, , folder = "", megabytes] = process.argv;
const { pool, close } = await openFolder(folder);

async function read(count: number): Promise<void> {
  for (let done = 0; done < count; done++) {
    const { rows } = await pool.query("select repeat('x', 1000000) as text");
    if (rows[0]?.text.length !== 1_000_000) throw new Error("the text is incomplete");
  }
}

// Repeats the query until all buffers have reached their final size.
await read(150);
const before = process.memoryUsage.rss();
await read(Number(megabytes));
console.log(process.memoryUsage.rss() - before);
await close();
