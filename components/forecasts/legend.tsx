import { Checkbox, Fieldset, Group } from "@mantine/core";
import { nameOption, type OptionLabels } from "#lib/domain/option-label.ts";
import { MAX_DRAWN, type Series } from "./series.ts";

interface LegendProps {
  readonly options: readonly string[];
  readonly series: readonly Series[];
  readonly labels: OptionLabels;
  readonly onDraw: (options: readonly string[]) => void;
}

/** Legend of a chart. If there are too many options to draw, checkboxes select the options that the chart shows. */
export function Legend({ options, series, labels, onDraw }: LegendProps) {
  const drawn = series.map(({ option }) => option);
  if (options.length <= MAX_DRAWN) {
    return (
      <Group
        component="ul"
        gap="10px 16px"
        m={0}
        p={0}
        fz="sm"
        style={{ listStyle: "none" }}
        aria-label="Symbols of the options"
      >
        {series.map((one) => (
          <li key={one.option}>
            <Sign {...one} /> {nameOption(one.option, labels)}
          </li>
        ))}
      </Group>
    );
  }
  return (
    <Fieldset variant="unstyled" legend={`Options in the chart (up to ${MAX_DRAWN}). The table shows all options.`}>
      <Group gap="10px 16px">
        {options.map((option) => {
          const shown = series.find((one) => one.option === option);
          return (
            <Checkbox
              key={option}
              label={
                <>
                  {shown !== undefined && <Sign {...shown} />} {nameOption(option, labels)}
                </>
              }
              checked={shown !== undefined}
              disabled={shown === undefined && drawn.length >= MAX_DRAWN}
              onChange={() => onDraw(shown === undefined ? [...drawn, option] : drawn.filter((one) => one !== option))}
            />
          );
        })}
      </Group>
    </Fieldset>
  );
}

function Sign({ sign, colour }: Series) {
  return (
    <span aria-hidden="true" style={{ color: colour }}>
      {sign}
    </span>
  );
}
