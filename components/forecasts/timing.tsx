import { Panel } from "#components/ui/panel.tsx";
import { Table } from "#components/ui/table.tsx";
import type { Timing as Times } from "#lib/contract/response.ts";
import { formatDuration } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import styles from "./timing.module.css";
import { timingParts } from "./timing-parts.ts";

/** Where the time went: one stacked bar, and the table that is its legend. */
export function Timing({ timing }: { readonly timing: Times }) {
  const parts = timingParts(timing);
  const whole = parts.reduce((sum, { ms }) => sum + ms, 0);
  const share = (ms: number) => (whole === 0 ? 0 : ms / whole);
  return (
    <Panel title="Timing" aside={timing.cold_start ? <strong>Cold start</strong> : <span>Warm start</span>}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ name, ms, colour }) => (
          <span key={name} style={{ width: `${share(ms) * 100}%`, background: `var(--part-${colour})` }} />
        ))}
      </div>
      <Table label="Where the time went">
        <thead>
          <tr>
            <th scope="col">From arrival to answer</th>
            <th scope="col" data-number>
              Time
            </th>
            <th scope="col" data-number>
              Share
            </th>
          </tr>
        </thead>
        <tbody>
          {parts.map(({ name, ms, colour }) => (
            <tr key={name}>
              <th scope="row">
                <span className={styles.key} style={{ background: `var(--part-${colour})` }} aria-hidden="true" />
                {name}
              </th>
              <td data-number>{formatDuration(ms)}</td>
              <td data-number>{formatPercent(Math.min(1, share(ms)))}</td>
            </tr>
          ))}
          <tr>
            <th scope="row">In all</th>
            <td data-number>{formatDuration(timing.gateway_total_ms)}</td>
            <td data-number />
          </tr>
        </tbody>
      </Table>
    </Panel>
  );
}
