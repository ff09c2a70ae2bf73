import { type ReactNode, useId } from "react";

interface PanelProps {
  readonly title: string;
  readonly aside?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, aside, children }: PanelProps) {
  const id = useId();
  return (
    <section className="panel" aria-labelledby={id}>
      <div className="panel-head">
        <h2 id={id}>{title}</h2>
        <div className="dimmed">{aside}</div>
      </div>
      {children}
    </section>
  );
}
