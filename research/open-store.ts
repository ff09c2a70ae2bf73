import { appendFile, mkdir, readFile, truncate, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import type { Asked, Store } from "#lib/evaluation/run-evaluation.ts";

/** Identifies the model and the cases; a file of answers belongs to exactly one of each. */
export interface Evaluated {
  readonly model: string;
  readonly data: string;
}

const headSchema = z.object({ evaluation: z.literal(1), model: z.string(), data: z.string() });

const lineSchema = z.object({
  case: z.int().min(0),
  asked: z.discriminatedUnion("ok", [
    z.object({ ok: z.literal(true), modelVersion: z.string(), probabilities: z.record(z.string(), z.number()) }),
    z.object({ ok: z.literal(false), code: z.string(), reason: z.string() }),
  ]),
});

/**
 * Opens or creates a JSONL file of answers; each new answer is appended as a line. Drops the last line if it is
 * incomplete because the process was killed. Rejects if the file belongs to a different model or to different cases.
 */
export async function openStore(path: string, evaluated: Evaluated): Promise<Store> {
  await mkdir(dirname(path), { recursive: true });
  const kept = new Map<number, Asked>();
  const text = await readFile(path, "utf8").catch((error) => {
    if (Object(error).code === "ENOENT") return "";
    throw error;
  });
  const whole = text.slice(0, text.lastIndexOf("\n") + 1);
  const [head, ...lines] = whole.split("\n").slice(0, -1);
  if (head === undefined) {
    await writeFile(path, `${JSON.stringify({ evaluation: 1, ...evaluated })}\n`);
  } else {
    const { model, data } = headSchema.parse(JSON.parse(head));
    if (model !== evaluated.model)
      throw new Error(`${path} contains answers of a different model. Choose another folder with --out.`);
    if (data !== evaluated.data)
      throw new Error(`${path} contains answers to different cases. Choose another folder with --out.`);
    await truncate(path, Buffer.byteLength(whole));
  }
  for (const line of lines) {
    const { case: index, asked } = lineSchema.parse(JSON.parse(line));
    kept.set(index, asked);
  }
  return { kept, keep: (index, asked) => appendFile(path, `${JSON.stringify({ case: index, asked })}\n`) };
}
