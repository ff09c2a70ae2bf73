"use client";

import { type PointerEvent, useState } from "react";
import { Link } from "#components/ui/link.tsx";
import { formatPercent } from "#lib/stats/format-percent.ts";
import styles from "./chart.module.css";
import { AxisTicks, PercentLevels } from "./histogram.tsx";
import { type Mark, TimeMarks } from "./time-marks.tsx";
import { spreadLabels, type Tick } from "./time-scale.ts";

export interface LinePoint {
  /** Position of the point: `x` is 0..1 from left to right, `y` is 0..1 for a probability of 0 to 100 %. */
  readonly x: number;
  readonly y: number;
  readonly at: string;
  readonly href?: string;
}

export interface Line {
  /** Unique id, because two lines can have the same name. */
  readonly id: string;
  readonly name: string;
  readonly sign: string;
  readonly colour: string;
  /** Dash pattern, in the syntax of the SVG attribute `stroke-dasharray`. */
  readonly dashes: string;
  readonly isMain?: boolean;
  readonly points: readonly LinePoint[];
}

interface LineChartProps {
  readonly lines: readonly Line[];
  readonly marks: readonly Mark[];
  readonly ticks: readonly Tick[];
}

/** Maximum average number of points per line with point markers. More markers would cover the lines. */
const MAX_SIGNS = 120;
/** Height of the plot in pixels; must match `.tall` in chart.module.css. */
const HEIGHT = 300;
const LABEL_HEIGHT = 16;
/** If all lines end left of this position (0..1), their names are drawn inside the plot. */
const MAX_INSIDE = 0.7;

/**
 * Line chart of probabilities from 0 to 100 % over time. A tooltip shows the values at the pointer. Hidden from screen
 * readers, because a table next to the chart has the same values and links.
 */
export function LineChart({ lines, marks, ticks }: LineChartProps) {
  const [hovered, setHovered] = useState<number>();
  const xs = [...new Set(lines.flatMap(({ points }) => points.map(({ x }) => x)))];
  const signs = lines.reduce((sum, { points }) => sum + points.length, 0) <= MAX_SIGNS * lines.length;
  const end = Math.max(0, ...lines.map(({ points }) => points.at(-1)?.x ?? 0));
  const inside = end <= MAX_INSIDE;
  const width = inside ? "" : styles.named;
  const ends = spreadLabels(
    lines.map(({ points }) => points.at(-1)?.y ?? 0),
    LABEL_HEIGHT / HEIGHT,
  );

  function hover({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = (clientX - left) / width;
    setHovered(xs.toSorted((a, b) => Math.abs(a - at) - Math.abs(b - at))[0]);
  }

  return (
    <div className={styles.figure}>
      <div
        className={`${styles.plot} ${styles.tall} ${width}`}
        aria-hidden="true"
        onPointerMove={hover}
        onPointerLeave={() => setHovered(undefined)}
      >
        <PercentLevels />
        <TimeMarks marks={marks} />
        <svg className={styles.lines} viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
          {lines.map(({ id, points, colour, dashes, isMain }) => (
            <polyline
              key={id}
              data-main={isMain || undefined}
              points={points.map(({ x, y }) => `${x * 100},${100 - y * 100}`).join(" ")}
              style={{ stroke: colour }}
              strokeDasharray={dashes}
            />
          ))}
        </svg>
        {hovered !== undefined && <span className={styles.hover} style={{ left: `${hovered * 100}%` }} />}
        {signs &&
          lines.map((line) => line.points.map((point) => <Sign key={keyOf(line, point)} {...line} {...point} />))}
        {lines.map(({ id, name, colour, isMain }, index) => (
          <span
            key={id}
            className={styles.name}
            title={name}
            style={{
              left: `calc(${(inside ? end : 1) * 100}% + 12px)`,
              bottom: `${(ends[index] ?? 0) * 100}%`,
              color: colour,
              fontWeight: isMain ? 650 : 400,
            }}
          >
            {name}
          </span>
        ))}
        {hovered !== undefined && <Tip lines={lines} x={hovered} />}
      </div>
      <div className={width}>
        <AxisTicks ticks={ticks} />
      </div>
    </div>
  );
}

function keyOf({ id }: Line, { x, y, href }: LinePoint): string {
  return `${id} ${x} ${y} ${href}`;
}

function Sign({ sign, colour, x, y, href }: Line & LinePoint) {
  const style = { left: `${x * 100}%`, bottom: `${y * 100}%`, color: colour };
  if (href === undefined) {
    return (
      <span className={styles.sign} style={style}>
        {sign}
      </span>
    );
  }
  // Not focusable by keyboard, because the table next to the chart has the same link.
  return (
    <Link className={styles.sign} style={style} href={href} tabIndex={-1}>
      {sign}
    </Link>
  );
}

/** Tooltip with the values of all lines at the position `x`, 0..1. */
function Tip({ lines, x }: { readonly lines: readonly Line[]; readonly x: number }) {
  const said = lines.flatMap((line) => line.points.filter((point) => point.x === x).map((point) => ({ line, point })));
  const side = x > 0.5 ? { right: `calc(${(1 - x) * 100}% + 10px)` } : { left: `calc(${x * 100}% + 10px)` };
  return (
    <div className={styles.tip} style={side}>
      <strong>{said[0]?.point.at}</strong>
      {said.map(({ line, point }) => (
        <div key={keyOf(line, point)}>
          <span style={{ color: line.colour }}>{line.sign}</span> {line.name}: {formatPercent(point.y)}
        </div>
      ))}
    </div>
  );
}
