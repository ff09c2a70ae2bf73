import { Panel } from "#components/ui/panel.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { optionLabels } from "#lib/domain/option-label.ts";
import { describeAnswer, describeProof, describeShare } from "./describe-memo.ts";

/** Adds a sentence, the sources and the proof to the answer of a printed forecast. Hidden on screen. */
export function Memo({ forecast }: { readonly forecast: Outputs["forecasts"]["get"] }) {
  const { request, response, explanation, event } = forecast;
  const { choice: option, probabilities } = response.result;
  const answer = { option, probabilities, labels: optionLabels(request.task.criteria) };
  const dates = { asOf: request.input.as_of, resolvesAt: request.task.resolution.resolves_at };
  return (
    <div className="print-only">
      <Panel title="Summary">{describeAnswer({ ...answer, ...dates })}</Panel>
      {explanation.sources.length > 0 && (
        <Panel title="Sources">
          <ul className="plain-list">
            {explanation.sources.map((source) => (
              <li key={`${source.kind} ${source.name}`}>{describeShare(source, option)}</li>
            ))}
          </ul>
        </Panel>
      )}
      <Panel title="Proof">
        {describeProof(event)} Request id: {response.request_id}. Model: {response.model}, {response.model_version}.
      </Panel>
    </div>
  );
}
