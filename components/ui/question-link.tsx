import { Anchor } from "@mantine/core";
import { visible } from "#lib/format.ts";
import styles from "./clamped.module.css";
import { ForeignText } from "./foreign-text.tsx";
import { Link } from "./link.tsx";

/** Properties of the column with the question of each row. */
export const QUESTION_COLUMN = { name: "Question", isName: true, isText: true, narrow: "whole line" } as const;

/** Link with the text of a question on at most two lines. The whole text is its tooltip. */
export function QuestionLink({ href, question }: { readonly href: string; readonly question: string }) {
  return (
    <Anchor component={Link} href={href} c="var(--ink)" className={styles.clamped} title={visible(question)} dir="auto">
      <ForeignText text={question} />
    </Anchor>
  );
}
