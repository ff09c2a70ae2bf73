import { type ReactNode, useId } from "react";

interface PanelProps {
  readonly title: string;
  /** Element id, for links to the panel. */
  readonly id?: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, id, aside, children }: PanelProps) {
  const titleId = useId();
  return (
    <section className="panel" id={id} aria-labelledby={titleId}>
      <div className="panel-head">
        <h2 id={titleId}>{title}</h2>
        <div className="dimmed">{aside}</div>
      </div>
      {children}
    </section>
  );
}

/** Panel that opens on request. */
export function FoldedPanel({ title, children }: Pick<PanelProps, "title" | "children">) {
  return (
    <details className="panel">
      <summary>
        <h2>{title}</h2>
      </summary>
      {children}
    </details>
  );
}
