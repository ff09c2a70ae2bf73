import { IconChartBar, IconFileText, IconHelpCircle } from "@tabler/icons-react";
import { skipToken, useQuery } from "@tanstack/react-query";
import { Icon } from "#components/ui/icon.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { nameOption } from "#lib/domain/option-label.ts";
import { STATUS_LABELS } from "#lib/domain/submissions.ts";
import { formatInstant } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { Entry } from "./entry.ts";

const RECENT = 8;

/** Returns the server's search results, or the recent forecasts for an empty text. */
export function useFound(text: string) {
  const trpc = useTRPC();
  const recent = useQuery(trpc.forecasts.list.queryOptions(text === "" ? { limit: RECENT } : skipToken));
  const found = useQuery(trpc.search.find.queryOptions(text === "" ? skipToken : { text }));
  if (text === "") {
    const forecasts = (recent.data?.forecasts ?? []).map(({ probabilities, choice, labels, ...forecast }) =>
      toForecast({ ...forecast, choiceLabel: nameOption(choice, labels), probability: probabilities[choice] ?? 0 }),
    );
    return { entries: [{ label: "Recent forecasts", entries: forecasts }], isSearching: recent.isLoading };
  }
  const { questions = [], submissions = [], forecasts = [] } = found.data ?? {};
  return {
    isSearching: found.isFetching,
    entries: [
      {
        label: "Questions",
        entries: questions.map(({ taskId, instructions }) => ({
          id: taskId,
          label: instructions,
          about: "question",
          icon: <Icon of={IconHelpCircle} />,
          go: routes.question(taskId),
        })),
      },
      {
        label: "Submissions",
        entries: submissions.map(({ submissionId, title, status }) => ({
          id: submissionId,
          label: title,
          about: STATUS_LABELS[status],
          icon: <Icon of={IconFileText} />,
          go: routes.submission(submissionId),
        })),
      },
      { label: "Forecasts", entries: forecasts.map(toForecast) },
    ],
  };
}

type Forecast = Outputs["search"]["find"]["forecasts"][number];

function toForecast({ requestId, instructions, choiceLabel, probability, generatedAt }: Forecast): Entry {
  return {
    id: requestId,
    label: instructions,
    about: `${choiceLabel} ${formatPercent(probability)} · ${formatInstant(generatedAt)} UTC`,
    icon: <Icon of={IconChartBar} />,
    go: routes.forecast(requestId),
  };
}
