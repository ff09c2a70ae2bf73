import * as z from "zod/mini";

const traceSchema = z.object({
  method: z.literal("pool"),
  used: z.array(z.object({ observation: z.number(), weight: z.number() })),
  ignored: z.array(z.object({ observation: z.number(), reason: z.string() })),
  /** The probabilities of the options that the model derives from each series. */
  series: z._default(z.array(z.object({ name: z.string(), probabilities: z.record(z.string(), z.number()) })), []),
});

export type PoolTrace = z.infer<typeof traceSchema>;

/** Parses a trace of the embedded model. Returns undefined for other models, whose traces have other formats. */
export function readTrace(trace: unknown): PoolTrace | undefined {
  const parsed = z.safeParse(traceSchema, trace);
  return parsed.success ? parsed.data : undefined;
}
