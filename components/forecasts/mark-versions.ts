import type { Frame } from "#components/ui/charts/frame-time.ts";
import type { Mark } from "#components/ui/charts/time-marks.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { shortVersion } from "#lib/short-version.ts";

type Point = Pick<Outputs["forecasts"]["overTime"]["points"][number], "asOf" | "modelVersion">;

/** Marks each change of the model version, because a new version may explain a change in probability. */
export function markVersions(points: readonly Point[], place: Frame["place"]): Mark[] {
  return points.flatMap(({ asOf, modelVersion }, index) => {
    const before = points[index - 1];
    if (before === undefined || before.modelVersion === modelVersion) return [];
    return [{ x: place(asOf), label: `version ${shortVersion(modelVersion)}` }];
  });
}
