import { Panel } from "#components/ui/panel.tsx";
import { Prose } from "./prose.tsx";

export function AuthorNote({ note }: { readonly note: string }) {
  if (note === "") return null;
  return (
    <Panel title="Author’s note">
      <Prose>{note}</Prose>
    </Panel>
  );
}
