import { Anchor } from "@mantine/core";
import { visible } from "#lib/format.ts";
import { Link } from "./link.tsx";

export function QuestionLink({ href, question }: { readonly href: string; readonly question: string }) {
  return (
    <Anchor component={Link} href={href} c="var(--ink)" lineClamp={2} dir="auto">
      {visible(question)}
    </Anchor>
  );
}
