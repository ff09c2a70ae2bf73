import * as z from "zod/mini";

const traceSchema = z.object({
  method: z.enum(["verbalised", "logprobs"]),
  orders: z.number(),
  rejected: z.array(z.object({ order: z.number(), reason: z.string() })),
  spread: z.nullable(z.number()),
});

export type LanguageTrace = z.infer<typeof traceSchema>;

/** The trace of a language model, or undefined. */
export function readLanguageTrace(trace: unknown): LanguageTrace | undefined {
  const parsed = z.safeParse(traceSchema, trace);
  return parsed.success ? parsed.data : undefined;
}
