import type { Column } from "#components/ui/data-table.tsx";
import { visible } from "#lib/format.ts";
import type { ListedForecast } from "./forecast-table.tsx";

/** Ticks a forecast for a comparison: beside the list, for the overview does without it and its script. */
export const COMPARE_COLUMN: Column<ListedForecast> = {
  name: "Compare",
  width: 80,
  show: ({ requestId, instructions }) => (
    <input type="checkbox" name="id" value={requestId} aria-label={`Compare: ${visible(instructions).slice(0, 80)}`} />
  ),
};
