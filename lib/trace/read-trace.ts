import * as z from "zod/mini";

const traceSchema = z.object({
  method: z.literal("pool"),
  used: z.array(z.object({ observation: z.number(), weight: z.number() })),
  ignored: z.array(z.object({ observation: z.number(), reason: z.string() })),
  /** The probabilities that each series implies for the value at the deadline. */
  series: z._default(z.array(z.object({ name: z.string(), probabilities: z.record(z.string(), z.number()) })), []),
});

export type PoolTrace = z.infer<typeof traceSchema>;

/** Parses the trace of the embedded release; undefined for other adapters, whose traces have other shapes. */
export function readTrace(trace: unknown): PoolTrace | undefined {
  const parsed = z.safeParse(traceSchema, trace);
  return parsed.success ? parsed.data : undefined;
}
