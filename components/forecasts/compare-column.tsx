import type { Column } from "#components/ui/data-table.tsx";
import { visible } from "#lib/format.ts";
import type { ListedForecast } from "./forecast-table.tsx";

/** Column of checkboxes that select forecasts. In a separate module, so that the overview page does not load the column. */
export const COMPARE_COLUMN: Column<ListedForecast> = {
  name: "Compare",
  width: 80,
  show: ({ requestId, instructions }) => (
    <input type="checkbox" name="id" value={requestId} aria-label={`Compare: ${visible(instructions.slice(0, 80))}`} />
  ),
};
