import type { Outputs } from "#components/ui/trpc.ts";
import { describeMailed } from "#lib/console/describe-mailed.ts";
import { routes } from "#lib/console/routes.ts";

export type Notice = Outputs["notices"]["list"]["notices"][number];

export function describeNotice({ event, by: name, outcome }: Notice): { readonly text: string; readonly path: string } {
  if ("path" in event) return event;
  switch (event.kind) {
    case "evaluation.ended": {
      const text = event.status === "finished" ? "Your evaluation finished" : `${name} cancelled your evaluation`;
      return { text, path: routes.evaluation(event.evaluation_id) };
    }
    case "prediction.failed":
      return { text: `Your run failed: ${event.code}`, path: routes.auditLog({ code: event.code }) };
    default: {
      const { text, path } = describeMailed(event);
      return { text: `${text} by ${name}${outcome === "" ? "" : `: ${outcome}`}`, path };
    }
  }
}
