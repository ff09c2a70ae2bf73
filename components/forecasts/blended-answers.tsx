import { DataTable } from "#components/ui/data-table.tsx";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { Explained } from "#lib/trace/explain.ts";
import type { Blend } from "#lib/trace/read-answer-steps.ts";
import { UsedObservations } from "./used-observations.tsx";

interface BlendedAnswersProps {
  readonly blend: Blend;
  readonly embedded: Explained | null;
  readonly request: PredictionRequest;
}

export function BlendedAnswers({ blend, embedded: explained, request }: BlendedAnswersProps) {
  const { weight } = blend;
  if (blend.embedded === null) {
    return (
      <p>
        The forecast is the language model’s answer alone. The embedded model, with a weight of {formatPercent(weight)},
        gave no answer: {blend.reason}
      </p>
    );
  }
  const { language, embedded } = blend;
  return (
    <>
      <p>
        The forecast is the weighted mean of two answers in log space. The language model has a weight of{" "}
        {formatPercent(1 - weight)}, the embedded model {formatPercent(weight)}.
      </p>
      <DataTable
        label="Blended answers"
        rows={Object.keys(request.task.criteria)}
        keyOf={(option) => option}
        fold="named"
        columns={[
          { name: "Option", isName: true, show: (option) => option },
          { name: "Language model", isNumber: true, show: (option) => formatPercent(language[option] ?? 0) },
          { name: "Embedded model", isNumber: true, show: (option) => formatPercent(embedded[option] ?? 0) },
        ]}
      />
      {explained !== null && <UsedObservations trace={explained.trace} context={request.input.context} />}
    </>
  );
}
