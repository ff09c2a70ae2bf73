import * as z from "zod/mini";
import { withQuery } from "#lib/console/routes.ts";

const reportSchema = z.discriminatedUnion("ok", [
  z.object({ ok: z.literal(true), evaluationId: z.string() }),
  z.object({
    ok: z.literal(false),
    badLines: z.number(),
    bad: z.array(z.object({ line: z.number(), message: z.string() })),
  }),
]);

const refusalSchema = z.object({ error: z.object({ message: z.string() }) });

/** Uploads an evaluation file. Returns the evaluation ID or the invalid lines; throws on any other refusal. */
export async function sendFile({ file, title }: { readonly file: File; readonly title: string }) {
  const response = await fetch(withQuery("/api/import/evaluations", { name: file.name, title }), {
    method: "POST",
    redirect: "error",
    body: file,
  });
  const body: unknown = await response.json().catch(() => undefined);
  const report = reportSchema.safeParse(body);
  if (report.success) return report.data;
  const refusal = refusalSchema.safeParse(body);
  throw new Error(refusal.data?.error.message ?? `The server answered with ${response.status}. Try again.`);
}
