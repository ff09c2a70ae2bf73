import * as z from "zod/mini";

const probability = z.number().check(z.minimum(0), z.maximum(1));

const traceSchema = z.object({
  method: z.literal("pool"),
  /** Null if no forecast was used. */
  forecasts: z.nullable(z.object({ exponent: z.number() })),
  /** `mean_exponent` is missing if no forecast was used, and in traces of versions before the power mean. */
  parameters: z.object({ floor: z.number(), mean_exponent: z.optional(z.number()) }),
  /** Observations are indices in `input.context`. */
  used: z.array(z.object({ observation: z.number(), weight: z.number() })),
  ignored: z.array(z.number()),
  /** The first observation of each series, and the probabilities that the model derives from it, by sorted option id. */
  series: z.array(
    z.object({
      observation: z.number(),
      measurements: z.number(),
      probabilities: z.array(probability),
      /** The models with the most weight. `period` is that of a cycle in days; `harmonics` are those of the year. */
      models: z.array(z.object({ harmonics: z.number(), period: z.optional(z.number()), weight: z.number() })),
    }),
  ),
});

export type PoolTrace = z.infer<typeof traceSchema>;

/** Parses a trace of the embedded model. Returns undefined for other models, whose traces have other formats. */
export function readTrace(trace: unknown): PoolTrace | undefined {
  const parsed = z.safeParse(traceSchema, trace);
  return parsed.success ? parsed.data : undefined;
}
