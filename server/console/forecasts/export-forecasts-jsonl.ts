import type { ForecastDetail } from "#server/gateway/forecasts/compose-detail.ts";

/** Yields JSONL with one forecast per line. */
export async function* toJsonl(pages: AsyncIterable<readonly ForecastDetail[]>): AsyncGenerator<string> {
  for await (const page of pages) {
    if (page.length > 0) yield `${page.map((forecast) => JSON.stringify(forecast)).join("\n")}\n`;
  }
}
