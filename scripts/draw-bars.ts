import { styleText } from "node:util";
import type { PredictionResponse } from "#lib/contract/response.ts";

const BLOCKS = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];

/** Returns a forecast as text for a terminal of `columns` characters: question, one bar per option, details. */
export function drawBars(answer: PredictionResponse, roundTripMs: number, columns: number): string {
  const { task, result, timing } = answer;
  const options = Object.entries(result.probabilities).sort(([, a], [, b]) => b - a);
  const widest = Math.max(...options.map(([option]) => option.length));
  const room = Math.max(10, Math.min(60, columns - widest - 12));
  const bars = options.map(([option, probability]) => {
    const line = `  ${option.padEnd(widest)}  ${percent(probability)}  ${bar(probability, room)}`;
    return option === result.choice ? styleText("bold", line) : line;
  });
  const ties = options.filter(([, probability]) => probability === options[0]?.[1]).length;
  const choice =
    ties > 1 ? `${result.choice} (tied: the first of ${ties} options with this probability)` : result.choice;
  return [
    "",
    styleText("bold", task.instructions),
    "",
    ...bars,
    "",
    `  choice        ${choice}`,
    "  calibration   not independently verified",
    `  cutoff        ${answer.input_as_of}`,
    `  model         ${answer.model_version}`,
    `  time          ${timing.gateway_total_ms} ms in the gateway, ${roundTripMs.toFixed(1)} ms including the network`,
    `  request       ${answer.request_id}`,
    "",
  ].join("\n");
}

/** Formats a probability as a percentage. Never rounds to 0 % or 100 %. */
function percent(probability: number): string {
  const shown =
    probability > 0 && probability < 0.001
      ? "<0.1"
      : probability < 1 && probability > 0.999
        ? ">99.9"
        : (probability * 100).toFixed(1);
  return `${shown} %`.padStart(7);
}

function bar(probability: number, room: number): string {
  const eighths = Math.round(probability * room * 8);
  return "█".repeat(Math.floor(eighths / 8)) + (BLOCKS[eighths % 8] ?? "");
}
