import type { Metadata } from "next";
import { EvaluationList } from "#components/evaluations/evaluation-list.tsx";
import { evaluationFilter, evaluationsInput } from "#lib/console/evaluation-filter.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata: Metadata = { title: "Evaluations" };

export default filteredPage("Evaluations", evaluationFilter, (query, { read, show, trpc }) =>
  show(<EvaluationList query={query} />, read(trpc.evaluations.list.queryOptions(evaluationsInput(query)))),
);
