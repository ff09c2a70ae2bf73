import { EvaluationScreen } from "#components/evaluations/evaluation-screen.tsx";
import { routes } from "#lib/console/routes.ts";
import { exportPath } from "#server/console/files/export-path.ts";
import { enterConsole } from "#server/process/next/open-console.tsx";
import { pageTitle } from "#server/process/next/page-title.ts";

export const generateMetadata = pageTitle("Evaluation", "evaluationId", async ({ read, trpc }, evaluationId) => {
  const { title } = await read(trpc.evaluations.get.queryOptions({ evaluationId }));
  return title;
});

export default async function EvaluationPage({ params }: { readonly params: Promise<{ evaluationId: string }> }) {
  const { evaluationId } = await params;
  const { find, member, show, trpc } = await enterConsole(routes.evaluation(evaluationId));
  const { get, report, sample } = trpc.evaluations;
  const { status, may } = await find(get.queryOptions({ evaluationId }));
  const file = (format: "json" | "html" | "jsonl") => exportPath("evaluation", { id: evaluationId, format });
  return show(
    <EvaluationScreen
      evaluationId={evaluationId}
      memberId={member.id}
      files={{ json: file("json"), html: file("html"), jsonl: file("jsonl") }}
    />,
    ...(status === "finished" ? [find(report.queryOptions({ evaluationId }))] : []),
    ...(may.decide === null ? [find(sample.queryOptions({ evaluationId }))] : []),
  );
}
