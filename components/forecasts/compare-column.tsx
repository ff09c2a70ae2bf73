import type { Column } from "#components/ui/data-table.tsx";
import { visible } from "#lib/format.ts";
import type { ListedForecast } from "./forecast-table.tsx";

/** Checkbox column that selects forecasts for comparison. A separate module, so that the overview does not load it. */
export const COMPARE_COLUMN: Column<ListedForecast> = {
  name: "Compare",
  width: 80,
  show: ({ requestId, instructions }) => (
    <input type="checkbox" name="id" value={requestId} aria-label={`Compare: ${visible(instructions).slice(0, 80)}`} />
  ),
};
