import { SimpleGrid, Text } from "@mantine/core";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { usePermitted } from "#components/ui/permitted.tsx";
import { StatusBadge } from "#components/ui/status-badge.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";

interface FirstStepsProps {
  /** The reader's latest submission. */
  readonly latest: Outputs["submissions"]["ownWork"]["latest"];
}

/** Steps to the first forecast of a question that the reader wrote. */
export function FirstSteps({ latest }: FirstStepsProps) {
  const isPermitted = usePermitted();
  const reviews = isPermitted("decide");
  const approved = latest?.status === "approved" ? latest : undefined;
  const toReview = reviews ? routes.review() : routes.submissions({ whose: "all" });
  const toRun =
    approved === undefined
      ? routes.submissions({ whose: "all", status: "approved" })
      : routes.submission(approved.submissionId);
  if (!isPermitted("submit")) return null;
  const steps = [
    {
      title: "Compose a question",
      href: routes.newDraft(),
      isDone: latest !== null,
      text: "Write the options, the resolution criteria, and observations with their dates.",
    },
    {
      title: reviews ? "Review it" : "Have it reviewed",
      href: toReview,
      isDone: approved !== undefined,
      text: "A reviewer other than the author approves the question and its observations.",
    },
    {
      title: "Read its forecast",
      href: toRun,
      isDone: false,
      text: "Run the approved submission. Its question is then listed with its forecast.",
    },
  ];
  return (
    <Panel title="Get your first forecast">
      <SimpleGrid component="ol" cols={{ base: 1, sm: 3 }} spacing="lg" m={0} pl={20}>
        {steps.map(({ title, href, isDone, text }) => (
          <li key={title}>
            <Link href={href}>{title}</Link> {isDone && <StatusBadge tone="good">done</StatusBadge>}
            <Text c="dimmed" size="sm">
              {text}
            </Text>
          </li>
        ))}
      </SimpleGrid>
    </Panel>
  );
}
