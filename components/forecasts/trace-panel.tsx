import { Stack } from "@mantine/core";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { BlendedAnswers } from "./blended-answers.tsx";
import { readBlend, readRecalibration } from "./read-answer-steps.ts";
import { readLanguageTrace } from "./read-language-trace.ts";
import { readTrace } from "./read-trace.ts";
import { RecalibratedAnswer } from "./recalibrated-answer.tsx";
import { SamplesAsked } from "./samples-asked.tsx";
import { UsedObservations } from "./used-observations.tsx";

/** How the model reached its answer, as it reported. */
export function TracePanel({ trace, request }: { readonly trace: unknown; readonly request: PredictionRequest }) {
  if (trace === null) return <Panel title="Model trace">This model does not report how it reached its answer.</Panel>;
  const known = readTrace(trace);
  const language = readLanguageTrace(trace);
  const blend = readBlend(trace);
  const recalibration = readRecalibration(trace);
  return (
    <Panel title="Model trace">
      <Stack gap="sm">
        {known !== undefined && <UsedObservations trace={known} context={request.input.context} />}
        {language !== undefined && <SamplesAsked trace={language} />}
        {blend !== undefined && <BlendedAnswers blend={blend} request={request} />}
        {recalibration !== undefined && <RecalibratedAnswer recalibration={recalibration} />}
        <details>
          <summary>Full trace</summary>
          <CodeBlock text={JSON.stringify(trace, null, 2)} what="trace" label="The trace as JSON" />
        </details>
      </Stack>
    </Panel>
  );
}
