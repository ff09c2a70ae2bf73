import { CodeBlock } from "#components/ui/code-block.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { PredictionRequest } from "#lib/contract/request.ts";
import { OrdersAsked } from "./orders-asked.tsx";
import { readLanguageTrace } from "./read-language-trace.ts";
import { readTrace } from "./read-trace.ts";
import styles from "./trace-panel.module.css";
import { UsedObservations } from "./used-observations.tsx";

/** How the answer came about, as the model told it. */
export function TracePanel({ trace, request }: { readonly trace: unknown; readonly request: PredictionRequest }) {
  if (trace === null) return <Panel title="Trace">This model does not say how its answers come about.</Panel>;
  const known = readTrace(trace);
  const language = readLanguageTrace(trace);
  return (
    <Panel title="What the model used">
      {known !== undefined && <UsedObservations trace={known} context={request.input.context} />}
      {language !== undefined && <OrdersAsked trace={language} />}
      <details className={styles.whole}>
        <summary>The whole trace</summary>
        <CodeBlock text={JSON.stringify(trace, null, 2)} what="trace" label="The trace as JSON" />
      </details>
    </Panel>
  );
}
