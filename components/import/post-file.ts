import { withQuery } from "#lib/console/routes.ts";

/** Sends a file of JSON Lines. Returns the report on its lines; throws on a refusal of the whole file. */
export async function postFile<Report>(
  path: `/api/import/${string}`,
  query: Readonly<Record<string, string | undefined>>,
  body: string,
): Promise<Report> {
  const response = await fetch(withQuery(path, query), { method: "POST", redirect: "error", body });
  const answer = await response.json().catch(() => undefined);
  if (answer !== undefined && answer.error === undefined) return answer;
  throw new Error(answer?.error?.message ?? `The server answered with ${response.status}. Try again.`);
}
