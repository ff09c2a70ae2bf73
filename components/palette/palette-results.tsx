"use client";

import { useDebouncedValue } from "@mantine/hooks";
import { IconChartBar, IconFileText, IconHelpCircle } from "@tabler/icons-react";
import { skipToken, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { Icon } from "#components/ui/icon.tsx";
import { type Outputs, useTRPC } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";
import { nameOption } from "#lib/domain/option-label.ts";
import { STATUS_LABELS } from "#lib/domain/submissions.ts";
import { countOf, formatInstant, visible } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import { type Entry, matchesEntry } from "./entry.ts";
import type { PageGroup } from "./pages.tsx";
import styles from "./palette-dialog.module.css";

const TYPING_MS = 150;

interface PaletteResultsProps {
  readonly groups: readonly PageGroup[];
  readonly query: string;
  /** Index of the option that Enter opens. */
  readonly selected: number;
  /** Whether Enter was pressed before there was a result. */
  readonly isAwaited: boolean;
  readonly onChoose: () => void;
}

/** Pages are found by word prefix; questions, submissions and forecasts by words or by part of an id. */
export function PaletteResults({ groups, query, selected, isAwaited, onChoose }: PaletteResultsProps) {
  const router = useRouter();
  const [settled] = useDebouncedValue(query.trim(), TYPING_MS);
  const { entries: found, isSearching } = useFound(settled);

  const pages = groups
    .flatMap((group) => group.pages)
    .map(({ href, label, about, icon }): Entry => ({ id: href, label, about, icon, go: href }));
  const local = [{ label: "Pages", entries: pages.filter((entry) => matchesEntry(entry, query)) }];
  // Search results for an earlier query are not shown for the current query.
  const shown = [...local, ...(settled === query.trim() ? found : [])].filter(({ entries }) => entries.length > 0);
  const all = shown.flatMap(({ entries }) => entries);
  const isBusy = isSearching || settled !== query.trim();

  function choose({ go }: Entry) {
    onChoose();
    router.push(go);
  }

  const openFirst = useEffectEvent(() => {
    if (isAwaited && all[0] !== undefined) choose(all[0]);
  });
  const first = all[0]?.go;
  useEffect(() => {
    if (first !== undefined) openFirst();
  }, [first]);

  return (
    <>
      {all.length > 0 && (
        <div role="listbox" aria-label="Results">
          {shown.map(({ label, entries }) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset may not be in a listbox.
            <div key={label} role="group" aria-label={label}>
              <div className={styles.group} aria-hidden="true">
                {label}
              </div>
              {entries.map((entry) => (
                <button
                  key={entry.id}
                  id={`palette-${all.indexOf(entry)}`}
                  className={styles.option}
                  type="button"
                  role="option"
                  aria-selected={entry === all[selected]}
                  tabIndex={-1}
                  onClick={() => choose(entry)}
                >
                  {entry.icon}
                  <span>
                    <span className="two-lines">{visible(entry.label)}</span>
                    <span className={styles.about}>{entry.about}</span>
                  </span>
                </button>
              ))}
            </div>
          ))}
        </div>
      )}
      {all.length === 0 && <p>{isBusy ? "Searching …" : "No results. Try other words or another id."}</p>}
      <output className="visually-hidden">{isBusy ? "" : countOf(all.length, "result")}</output>
    </>
  );
}

const RECENT = 8;

/** Returns the server's search results, or the recent forecasts for an empty text. */
function useFound(text: string) {
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
