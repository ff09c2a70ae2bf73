import * as z from "zod/mini";

const probability = z.number().check(z.minimum(0), z.maximum(1));
/** In the order of the sorted option ids. */
const distribution = z.array(probability);

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
