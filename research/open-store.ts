import { appendFile, mkdir, readFile, truncate, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { z } from "zod";
import type { Asked, Store } from "#lib/evaluation/run-evaluation.ts";

/** Identity of a file of answers: a different model or different cases make a different evaluation. */
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
 * Opens a JSONL file of answers, which grows by one line per answer. Drops a line that a killed process left
 * unfinished. Rejects if the file has answers of another model or to other cases.
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
    if (model !== evaluated.model) throw new Error(`${path} has the answers of another model. Name another folder.`);
    if (data !== evaluated.data) throw new Error(`${path} has the answers to other cases. Name another folder.`);
    await truncate(path, Buffer.byteLength(whole));
  }
  for (const line of lines) {
    const { case: index, asked } = lineSchema.parse(JSON.parse(line));
    kept.set(index, asked);
  }
  return { kept, keep: (index, asked) => appendFile(path, `${JSON.stringify({ case: index, asked })}\n`) };
}
