"use client";

import "@mantine/spotlight/styles.layer.css";
import { createSpotlight, Spotlight } from "@mantine/spotlight";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { routes } from "#lib/console/routes.ts";
import { formatInstant } from "#lib/format.ts";
import { formatPercent } from "#lib/stats/format-percent.ts";
import type { PageGroup } from "./pages.ts";
import { useTRPC } from "./trpc.ts";

const [store, spotlight] = createSpotlight();
const RECENT = 8;
/** A question may be a page long. */
const LABEL = { display: "-webkit-box", overflow: "hidden", WebkitBoxOrient: "vertical", WebkitLineClamp: 2 } as const;

interface PaletteProps {
  readonly groups: readonly PageGroup[];
  readonly opened: number;
}

/** Pages and recent forecasts, by a few letters. Opens again each time that `opened` rises. */
export function Palette({ groups, opened }: PaletteProps) {
  const router = useRouter();
  const trpc = useTRPC();
  const recent = useQuery(trpc.forecasts.list.queryOptions({ limit: RECENT }));
  useEffect(() => {
    if (opened > 0) spotlight.open();
  }, [opened]);

  const pages = groups
    .flatMap((group) => group.pages)
    .map(({ href, label, about }) => ({ id: href, label, description: about, onClick: () => router.push(href) }));
  const forecasts = (recent.data?.forecasts ?? []).map(
    ({ requestId, instructions, choice, probabilities, generatedAt }) => ({
      id: requestId,
      label: instructions,
      description: `${choice} ${formatPercent(probabilities[choice] ?? 0)} · ${formatInstant(generatedAt)} UTC`,
      onClick: () => router.push(routes.forecast(requestId)),
    }),
  );

  return (
    <Spotlight
      store={store}
      shortcut={null}
      scrollable
      maxHeight={420}
      styles={{ actionLabel: LABEL }}
      nothingFound="No page or recent forecast matches."
      searchProps={{ placeholder: "Search pages and recent forecasts", "aria-label": "Go to" }}
      actions={[
        { group: "Pages", actions: pages },
        { group: "Recent forecasts", actions: forecasts },
      ]}
    />
  );
}
