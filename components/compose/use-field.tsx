"use client";

import { type FieldPath, useFormContext } from "react-hook-form";
import type { ComposeValues } from "./compose-values.ts";
import { useIssue, useIssueBoard } from "./issue-board.ts";
import { IssueText } from "./issue-text.tsx";

/** The id of the element that shows a field, so that a list of violations can lead there. */
export const fieldId = (name: string) => `field-${name}`;

/** What ties an input to a field of the composer. `place`: the name under which violations speak of it. */
export function useField(name: FieldPath<ComposeValues>, place: string = name) {
  const { register } = useFormContext<ComposeValues>();
  const board = useIssueBoard();
  const issue = useIssue(place);
  const { onBlur, ...registered } = register(name);
  return {
    ...registered,
    id: fieldId(place),
    error: issue === undefined ? undefined : <IssueText issue={issue} />,
    onBlur(event: Parameters<typeof onBlur>[0]) {
      board.leave(place);
      return onBlur(event);
    },
  };
}
