import { Panel } from "#components/ui/panel.tsx";
import { Prose } from "./prose.tsx";

/** Shows the organisation's rules for reviews. A text of more than a few lines is collapsed at first. */
export function GuidelinePanel({ guideline }: { readonly guideline: { readonly text: string } | null }) {
  if (guideline === null) return null;
  return (
    <Panel title="Guideline">
      <details open={guideline.text.length <= 400}>
        <summary>Rules of your organisation for reviews</summary>
        <Prose>{guideline.text}</Prose>
      </details>
    </Panel>
  );
}
