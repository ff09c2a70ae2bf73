import { DescriptionList } from "#components/ui/description-list.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { Link } from "#components/ui/link.tsx";
import { FoldedPanel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import type { TokenUsage } from "#lib/domain/token-usage.ts";
import { countOf, formatCount, formatMoney } from "#lib/format.ts";

const ACTORS = { credential: "API key", member: "member", system: "the gateway" } as const;

export function Provenance({ forecast }: { readonly forecast: Outputs["forecasts"]["get"] }) {
  const { response, askedBy, taskId, trainingCutoff, usage, event } = forecast;
  return (
    <FoldedPanel title="Provenance">
      <DescriptionList
        items={[
          { name: "Requested by", value: `${askedBy.name} (${ACTORS[askedBy.type]})` },
          { name: "Recorded at", value: <TimeText exact at={event.at} /> },
          {
            name: "Position in the audit log",
            value: (
              <>
                event {formatCount(event.seq)},{" "}
                <Link href={routes.auditLog({ request: response.request_id })}>audit event</Link>,{" "}
                <a href={routes.proofFile(event.seq)}>download proof</a> (<Link href={routes.verify}>verify</Link>)
              </>
            ),
          },
          { name: "Hash of the audit event", value: <Digest value={event.hash} whole /> },
          { name: "Release", value: response.model },
          { name: "Model version", value: <code>{response.model_version}</code> },
          ...(trainingCutoff === null ? [] : [{ name: "Training cutoff of the model", value: trainingCutoff }]),
          ...(usage === null ? [] : [{ name: "Token usage", value: describeUsage(usage) }]),
          { name: "Request id", value: <code>{response.request_id}</code> },
          { name: "Input id", value: <Digest value={response.input_id} whole /> },
          {
            name: "Task id",
            value: (
              <>
                <Digest value={taskId} whole />{" "}
                <Link href={routes.forecasts({ task: taskId })}>All forecasts of this question</Link>
              </>
            ),
          },
        ]}
      />
    </FoldedPanel>
  );
}

function describeUsage({
  input_tokens,
  cached_input_tokens,
  output_tokens,
  reasoning_tokens,
  cost,
}: TokenUsage): string {
  const cached = cached_input_tokens === 0 ? "" : ` (${formatCount(cached_input_tokens)} cached)`;
  const reasoning = reasoning_tokens === 0 ? "" : ` (${formatCount(reasoning_tokens)} for reasoning)`;
  const price = cost === undefined ? "" : `, ${formatMoney(cost.amount, cost.currency)}`;
  return `${countOf(input_tokens, "input token")}${cached}, ${countOf(output_tokens, "output token")}${reasoning}${price}`;
}
