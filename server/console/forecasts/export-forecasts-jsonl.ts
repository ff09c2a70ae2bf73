import type { ForecastDetail } from "#server/gateway/forecasts/compose-detail.ts";

/** Forecasts as JSONL: a line is what `forecasts.get` answers, to the last character. */
export async function* toJsonl(pages: AsyncIterable<readonly ForecastDetail[]>): AsyncGenerator<string> {
  for await (const page of pages) {
    if (page.length > 0) yield `${page.map((forecast) => JSON.stringify(forecast)).join("\n")}\n`;
  }
}
