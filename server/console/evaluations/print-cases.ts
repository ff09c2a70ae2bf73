import type { Database } from "#server/db/open.ts";
import { readRequests } from "#server/gateway/forecasts/read-content.ts";

export interface CaseToPrint {
  readonly set: string;
  readonly question: string;
  readonly taskId: string;
  readonly inputId: string;
  /** The option that happened. */
  readonly outcome: string;
  /** The option ids from lowest to highest; null if they have no order. */
  readonly optionOrder: string[] | null;
}

const PAGE = 50;

/** Yields the lines of an evaluation file, several at a time. The same cases always give the same bytes. */
export async function* printCases(
  database: Pick<Database, "orm">,
  model: string,
  cases: readonly CaseToPrint[],
): AsyncGenerator<string> {
  for (let first = 0; first < cases.length; first += PAGE) {
    const page = cases.slice(first, first + PAGE);
    const requestOf = await readRequests(database, model, page);
    yield page
      .map(({ set, question, outcome, optionOrder, ...subject }) => {
        const ordered = optionOrder ?? undefined;
        return `${JSON.stringify({ set, question, request: requestOf(subject), outcome, ordered })}\n`;
      })
      .join("");
  }
}
