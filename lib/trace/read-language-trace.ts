import * as z from "zod/mini";

const traceSchema = z.object({
  method: z.enum(["verbalised", "logprobs"]),
  samples: z.number(),
  orders: z.number(),
  rejected: z.array(z.object({ sample: z.number(), reason: z.string() })),
  normalised: z.array(z.object({ sample: z.number(), percent: z.number() })),
  spread: z.nullable(z.number()),
  kept: z.number(),
  cold_start: z.nullable(z.boolean()),
});

export type LanguageTrace = z.infer<typeof traceSchema>;

export function readLanguageTrace(trace: unknown): LanguageTrace | undefined {
  const parsed = z.safeParse(traceSchema, trace);
  return parsed.success ? parsed.data : undefined;
}
