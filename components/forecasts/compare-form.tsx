"use client";

import { Button, Group, Text } from "@mantine/core";
import { useRouter } from "next/navigation";
import { type ReactNode, type SubmitEvent, useState } from "react";
import { routes } from "#lib/console/routes.ts";

const FEWEST = 2;
const MAX_SHOWN = 4;

interface CompareFormProps {
  /** IDs of forecasts that are always part of the comparison. */
  readonly kept?: readonly string[];
  readonly children: ReactNode;
}

/** Form that wraps checkboxes named `id` and opens the comparison of the checked forecasts. Works without JavaScript. */
export function CompareForm({ kept = [], children }: CompareFormProps) {
  const router = useRouter();
  const [chosen, setChosen] = useState(kept.length);

  function compare(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    router.push(routes.compare(idsIn(event.currentTarget)));
  }

  return (
    <form
      action={routes.compare([])}
      onSubmit={compare}
      onChange={({ currentTarget }) => setChosen(idsIn(currentTarget).length)}
    >
      {kept.map((requestId) => (
        <input key={requestId} type="hidden" name="id" value={requestId} />
      ))}
      {children}
      <Group gap="sm" pt="sm">
        <Button type="submit" variant="default">
          Compare
        </Button>
        <Text span c="dimmed" size="sm" role="status">
          {advice(chosen)}
        </Text>
      </Group>
    </form>
  );
}

function idsIn(form: HTMLFormElement): string[] {
  return new FormData(form).getAll("id").map(String);
}

function advice(chosen: number): string {
  if (chosen > MAX_SHOWN) return `${chosen} forecasts selected. You can compare at most ${MAX_SHOWN}.`;
  if (chosen < FEWEST) return "Select two to four forecasts to compare them.";
  return `${chosen} forecasts selected.`;
}
