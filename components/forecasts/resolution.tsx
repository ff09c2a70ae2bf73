import { DescriptionList } from "#components/ui/description-list.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import type { Task } from "#lib/contract/request.ts";
import { visible } from "#lib/format.ts";

/** How and by when the outcome will be known. */
export function Resolution({ task }: { readonly task: Task }) {
  return (
    <Panel title="Resolution">
      <DescriptionList
        facts={[
          { name: "Resolves by", value: <TimeText at={task.resolution.resolves_at} /> },
          { name: "Decided by", value: visible(task.resolution.criteria) },
        ]}
      />
    </Panel>
  );
}
