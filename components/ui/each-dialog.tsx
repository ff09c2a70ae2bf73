"use client";

import { Box, Button, Group, Modal, Progress, Stack } from "@mantine/core";
import type { ReactNode } from "react";
import { countOf } from "#lib/format.ts";
import { DividedList } from "./divided-list.tsx";
import { StatusBadge } from "./status-badge.tsx";
import type { useEach } from "./use-each.ts";

interface EachDialogProps<Item, Result> {
  readonly title: string;
  /** Singular noun for the items: "submission". */
  readonly what: string;
  readonly each: ReturnType<typeof useEach<Item, Result>>;
  readonly keyOf: (item: Item) => string;
  readonly show: (item: Item) => ReactNode;
  readonly showResult: (result: Result) => ReactNode;
  readonly onClose: () => void;
  /** Shown below the items until the action starts: the explanation and the button that starts it. */
  readonly children: ReactNode;
}

/** Asks for confirmation of an action on several items, then shows the progress and the result of each item. */
export function EachDialog<Item, Result>(props: EachDialogProps<Item, Result>) {
  const { title, what, each, keyOf, show, showResult, onClose, children } = props;
  const { items, outcomes, running, stop } = each;
  const begun = running || outcomes.length > 0;
  const refused = outcomes.filter(({ ok }) => !ok).length;
  return (
    <Modal
      opened
      onClose={running ? stop : onClose}
      title={title}
      size="lg"
      closeButtonProps={{ "aria-label": running ? "Stop" : "Close" }}
    >
      <Stack gap="sm">
        {begun && (
          <>
            <Progress value={(100 * outcomes.length) / items.length} aria-label="Progress" />
            <span role="status">
              {outcomes.length} of {countOf(items.length, what)} done{refused > 0 && `, ${refused} refused`}
            </span>
          </>
        )}
        <Box
          mah={begun ? undefined : "40vh"}
          style={{ overflowY: "auto" }}
          tabIndex={0}
          role="group"
          aria-label={title}
        >
          <DividedList>
            {items.map((item, index) => {
              const outcome = outcomes[index];
              return (
                <li key={keyOf(item)}>
                  {show(item)} {outcome?.ok === true && showResult(outcome.result)}
                  {outcome?.ok === false && (
                    <>
                      <StatusBadge tone="bad">refused</StatusBadge> {outcome.reason}
                    </>
                  )}
                </li>
              );
            })}
          </DividedList>
        </Box>
        {!begun && children}
        {begun && (
          <Group justify="end">
            <Button variant={running ? "default" : "filled"} onClick={running ? stop : onClose}>
              {running ? "Stop" : "Back to the list"}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
