import { EvaluationList } from "#components/evaluations/evaluation-list.tsx";
import { evaluationList } from "#lib/console/filters.ts";
import { firstUntrainedDay } from "#lib/domain/training-cutoff.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata = { title: "Evaluations" };

export default filteredPage(metadata.title, evaluationList, (query, { gateway, read, release, show, trpc }) => {
  const input = evaluationList.toPage(query);
  const untrainedFrom = firstUntrainedDay(gateway.model.trainingCutoff);
  return show(
    <EvaluationList query={query} input={input} release={release} untrainedFrom={untrainedFrom} />,
    read(trpc.evaluations.list.queryOptions(input)),
  );
});
