import { Box, Group, SimpleGrid, Text, VisuallyHidden } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { Icon } from "#components/ui/icon.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { usePermitted } from "#components/ui/permitted.tsx";
import type { Outputs } from "#components/ui/trpc.ts";
import { routes } from "#lib/console/routes.ts";

interface FirstStepsProps {
  /** The latest submission, which may be a shipped example. */
  readonly latest: Outputs["submissions"]["list"]["submissions"][number] | undefined;
}

/** Steps from a new deployment to its first forecast. */
export function FirstSteps({ latest }: FirstStepsProps) {
  const isPermitted = usePermitted();
  const reviews = isPermitted("decide");
  const composed = latest === undefined || latest.origin === "first_start" ? undefined : latest;
  const approved = composed?.status === "approved" ? composed : undefined;
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
      isDone: composed !== undefined,
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
      text: "Run the approved submission. The examples that come with the gateway are already approved.",
    },
  ];
  return (
    <Panel title="Get your first forecast">
      <SimpleGrid component="ol" cols={{ base: 1, sm: 3 }} spacing="lg" m={0} p={0} style={{ listStyle: "none" }}>
        {steps.map(({ title, href, isDone, text }, index) => (
          <Group component="li" key={title} gap="sm" align="start" wrap="nowrap">
            <Box
              w={24}
              h={24}
              bg={isDone ? "var(--accent-soft)" : "var(--sunken)"}
              c={isDone ? "var(--accent)" : "dimmed"}
              fz="sm"
              fw={600}
              ta="center"
              lh="24px"
              flex="none"
              style={{ borderRadius: "50%" }}
            >
              {isDone ? <Icon of={IconCheck} size={14} /> : index + 1}
            </Box>
            <div>
              <Link href={href}>{title}</Link>
              {isDone && <VisuallyHidden>, done</VisuallyHidden>}
              <Text c="dimmed" size="sm">
                {text}
              </Text>
            </div>
          </Group>
        ))}
      </SimpleGrid>
    </Panel>
  );
}
