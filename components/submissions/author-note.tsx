import { Text } from "@mantine/core";
import { Panel } from "#components/ui/panel.tsx";
import { visible } from "#lib/format.ts";

/** The author’s note to the reviewers, where there is one. */
export function AuthorNote({ note }: { readonly note: string }) {
  if (note === "") return null;
  return (
    <Panel title="The author’s note">
      <Text maw="80ch" style={{ whiteSpace: "pre-line" }}>
        {visible(note)}
      </Text>
    </Panel>
  );
}
