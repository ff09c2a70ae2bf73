import { QuestionList } from "#components/questions/question-list.tsx";
import { FilterForm } from "#components/ui/filter-form.tsx";
import { questionList } from "#lib/console/filters.ts";
import { routes } from "#lib/console/routes.ts";
import { filteredPage } from "#server/process/next/filtered-page.tsx";

export const metadata = { title: "Questions" };

export default filteredPage(metadata.title, questionList, (query, { read, show, trpc }) => {
  const input = questionList.toPage(query);
  const { phase, order, text, tag } = query;
  return show(
    <QuestionList
      query={query}
      input={input}
      filters={
        <FilterForm
          what="questions"
          action={routes.questions()}
          kept={{ phase, order }}
          fields={[
            { name: "text", label: "Search questions", value: text },
            { name: "tag", label: "Tag", value: tag },
          ]}
        />
      }
    />,
    read(trpc.questions.list.queryOptions(input)),
  );
});
