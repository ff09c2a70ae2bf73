import { Panel } from "#components/ui/panel.tsx";
import { visible } from "#lib/format.ts";
import { Prose } from "./prose.tsx";

export function AuthorNote({ note }: { readonly note: string }) {
  if (note === "") return null;
  return (
    <Panel title="Author’s note">
      <Prose>{visible(note)}</Prose>
    </Panel>
  );
}
