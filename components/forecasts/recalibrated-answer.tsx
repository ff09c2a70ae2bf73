import { DataTable } from "#components/ui/data-table.tsx";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { Recalibration } from "#lib/trace/read-answer-steps.ts";

export function RecalibratedAnswer({ recalibration }: { readonly recalibration: Recalibration }) {
  if ("fitted_on" in recalibration) {
    return (
      <p>
        The answer was not recalibrated, because the calibration was fitted on another model version:{" "}
        <code>{recalibration.fitted_on}</code>.
      </p>
    );
  }
  const { exponent, before } = recalibration;
  return (
    <>
      <p>The answer was recalibrated: its log odds were multiplied by {exponent}.</p>
      <DataTable
        label="Answer before recalibration"
        rows={Object.keys(before)}
        keyOf={(option) => option}
        fold="named"
        columns={[
          { name: "Option", isName: true, show: (option) => option },
          { name: "Before recalibration", isNumber: true, show: (option) => formatPercent(before[option] ?? 0) },
        ]}
      />
    </>
  );
}
