import * as z from "zod/mini";

const probability = z.number().check(z.minimum(0), z.maximum(1));
/** In the order of the sorted option ids. */
const distribution = z.array(probability);

const blendSchema = z.object({
  blend: z.union([
    z.object({
      weight: probability,
      floor: probability,
      language: distribution,
      embedded: distribution,
      embedded_trace: z.unknown(),
    }),
    z.object({ weight: probability, embedded: z.null() }),
  ]),
});

export type Blend = z.infer<typeof blendSchema>["blend"];

export function readBlend(trace: unknown): Blend | undefined {
  const parsed = z.safeParse(blendSchema, trace);
  return parsed.success ? parsed.data.blend : undefined;
}

const recalibrationSchema = z.object({
  recalibration: z.union([
    z.object({ exponent: z.number(), floor: probability, before: distribution }),
    z.object({ fitted_on: z.string() }),
  ]),
});

export type Recalibration = z.infer<typeof recalibrationSchema>["recalibration"];

export function readRecalibration(trace: unknown): Recalibration | undefined {
  const parsed = z.safeParse(recalibrationSchema, trace);
  return parsed.success ? parsed.data.recalibration : undefined;
}
