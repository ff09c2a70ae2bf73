import { Group } from "@mantine/core";
import { CodeBlock } from "#components/ui/code-block.tsx";
import { Digest } from "#components/ui/digest.tsx";
import { routes } from "#lib/console/routes.ts";
import { formatCount } from "#lib/format.ts";
import type { Listed } from "./audit-event-outcome.tsx";

export function WholeEvent({ seq, event, hash }: Listed) {
  return (
    <>
      <Group gap="xs">
        Hash <Digest value={hash} whole />
        <a href={routes.proofFile(seq)}>Download proof</a>
      </Group>
      <CodeBlock text={JSON.stringify(event, null, 2)} what="event" label={`Event ${formatCount(seq)}`} wrap />
    </>
  );
}
