import type { Frame } from "#components/ui/charts/frame-time.ts";
import type { Mark } from "#components/ui/charts/time-marks.tsx";
import type { Outputs } from "#components/ui/trpc.ts";

type Point = Pick<Outputs["forecasts"]["overTime"]["points"][number], "asOf" | "modelVersion">;

/** Marks each change of the model version, because a new version may explain a change in probability. */
export function markVersions(points: readonly Point[], place: Frame["place"]): Mark[] {
  return points.flatMap(({ asOf, modelVersion }, index) => {
    const before = points[index - 1];
    if (before === undefined || before.modelVersion === modelVersion) return [];
    return [{ x: place(asOf), label: `version ${shortVersion(modelVersion)}` }];
  });
}

/** Returns the first seven characters after "@": "r13-c@1a2b3c4d…" becomes "1a2b3c4". */
export function shortVersion(modelVersion: string): string {
  return modelVersion.slice(modelVersion.indexOf("@") + 1).slice(0, 7);
}
