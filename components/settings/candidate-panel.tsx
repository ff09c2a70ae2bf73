import { DescriptionList } from "#components/ui/description-list.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { itemOfTokens } from "#lib/domain/token-usage.ts";
import { formatCount } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";

type Candidate = NonNullable<Outputs["system"]["status"]["candidate"]>;

const STATES = {
  ready: <StatusBadge tone="good">Ready</StatusBadge>,
  loading: <StatusBadge tone="warn">Loading</StatusBadge>,
  offline: <StatusBadge tone="bad">Offline</StatusBadge>,
  refused: <StatusBadge tone="bad">API key refused by the model server</StatusBadge>,
  unclear: <StatusBadge tone="warn">Unknown: the model server reports no status</StatusBadge>,
};

/** The candidate never answers callers, so its state does not affect the readiness of the gateway. */
export function CandidatePanel({ candidate }: { readonly candidate: Candidate }) {
  const { readiness, adapter, server, version, share, load, tokens } = candidate;
  return (
    <Panel title="Candidate model" aside={<Link href={routes.candidate}>Comparison with the release</Link>}>
      <DescriptionList
        items={[
          { name: "Candidate", value: STATES[readiness] },
          { name: "Adapter", value: server === null ? adapter : `${adapter}, ${server}` },
          {
            name: "Model version",
            value: version === null ? "known after the first answer" : <code>{version}</code>,
          },
          { name: "Share of questions", value: `${formatPercent(share)} (CANDIDATE_SHARE)` },
          ...(adapter === "llm" ? [itemOfTokens(tokens, "CANDIDATE_MODEL_MONTHLY_TOKENS")] : []),
          {
            name: "Load",
            value: `${load.taken} of ${formatCount(load.slots)} slots in use, ${load.waiting} of ${formatCount(load.mayWait)} waiting`,
          },
        ]}
      />
    </Panel>
  );
}
