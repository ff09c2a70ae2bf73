"use client";

import { ActionIcon } from "@mantine/core";
import { type DragEvent, type KeyboardEvent, useId, useState } from "react";

/** Makes the rows of a list sortable by dragging a row's handle or pressing an arrow key on the handle. */
export function useReorder(count: number, move: (from: number, to: number) => void) {
  const list = useId();
  const [dragged, setDragged] = useState<number>();
  const [over, setOver] = useState<number>();
  const idOf = (position: number) => `${list}-${position}`;

  function end() {
    setDragged(undefined);
    setOver(undefined);
  }

  function press(event: KeyboardEvent, position: number) {
    const to = position + ({ ArrowUp: -1, ArrowDown: 1 }[event.key] ?? 0);
    if (to === position || to < 0 || to >= count) return;
    event.preventDefault();
    move(position, to);
    // Moving an element in the document removes its focus.
    requestAnimationFrame(() => document.getElementById(idOf(to))?.focus());
  }

  return {
    row: (position: number) => ({
      "data-over": (dragged !== undefined && dragged !== position && over === position) || undefined,
      onDragOver(event: DragEvent) {
        if (dragged === undefined) return;
        event.preventDefault();
        setOver(position);
      },
      onDrop(event: DragEvent) {
        if (dragged === undefined) return;
        event.preventDefault();
        if (dragged !== position) move(dragged, position);
        end();
      },
    }),
    handle: (position: number, name: string) => (
      <ActionIcon
        id={idOf(position)}
        variant="subtle"
        color="off"
        aria-label={`Move ${name}`}
        title="Drag or press an arrow key to move"
        draggable
        style={{ cursor: "grab" }}
        onDragStart={(event) => {
          event.dataTransfer.setData("text/plain", name);
          event.dataTransfer.effectAllowed = "move";
          setDragged(position);
        }}
        onDragEnd={end}
        onKeyDown={(event) => press(event, position)}
      >
        <span aria-hidden="true">⠿</span>
      </ActionIcon>
    ),
  };
}
