import type { Metadata } from "next";
import { EvaluationList } from "#components/evaluations/evaluation-list.tsx";
import { evaluationList } from "#lib/console/filters.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata: Metadata = { title: "Evaluations" };

export default filteredPage("Evaluations", evaluationList, (query, { read, show, trpc }) => {
  const input = evaluationList.toPage(query);
  return show(<EvaluationList query={query} input={input} />, read(trpc.evaluations.list.queryOptions(input)));
});
