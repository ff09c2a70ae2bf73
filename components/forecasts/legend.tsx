import styles from "./legend.module.css";
import { MOST_DRAWN, type Series } from "./series.ts";

interface LegendProps {
  readonly options: readonly string[];
  readonly series: readonly Series[];
  readonly onDraw: (options: readonly string[]) => void;
}

/** Which sign is which option; where there are more than can be told apart, boxes to choose those that are drawn. */
export function Legend({ options, series, onDraw }: LegendProps) {
  const drawn = series.map(({ option }) => option);
  if (options.length <= MOST_DRAWN) {
    return (
      <ul className={styles.legend} aria-label="Signs of the options">
        {series.map((one) => (
          <li key={one.option}>
            <Sign {...one} /> {one.option}
          </li>
        ))}
      </ul>
    );
  }
  return (
    <fieldset className={styles.legend}>
      <legend>Drawn are up to {MOST_DRAWN} options; the table has all.</legend>
      {options.map((option) => {
        const shown = series.find((one) => one.option === option);
        return (
          <label key={option} className={styles.choice}>
            <input
              type="checkbox"
              checked={shown !== undefined}
              disabled={shown === undefined && drawn.length >= MOST_DRAWN}
              onChange={() => onDraw(shown === undefined ? [...drawn, option] : drawn.filter((one) => one !== option))}
            />
            {shown !== undefined && <Sign {...shown} />} {option}
          </label>
        );
      })}
    </fieldset>
  );
}

function Sign({ sign, colour }: Series) {
  return (
    <span aria-hidden="true" style={{ color: colour }}>
      {sign}
    </span>
  );
}
