import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Page } from "#components/ui/page.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { routes } from "#lib/console/routes.ts";
import { visible } from "#lib/format.ts";

interface QuestionPageProps {
  readonly taskId: string;
  readonly instructions: string;
  readonly resolvesAt: string;
  readonly tab: "Overview" | "Over time";
  /** URL of a new draft with the content of the latest forecast or submission. */
  readonly next?: string | undefined;
  /** Absolute URL to share within the organisation. */
  readonly link?: string;
  readonly children: ReactNode;
}

/** Heading and tabs of the pages about one question. */
export function QuestionPage({ taskId, instructions, resolvesAt, tab, next, link, children }: QuestionPageProps) {
  const tabs = [
    { name: "Overview", href: routes.question(taskId) },
    { name: "Over time", href: routes.overTime(taskId) },
  ];
  return (
    <Page
      title={<span style={{ whiteSpace: "pre-line" }}>{visible(instructions)}</span>}
      about={
        <>
          Resolution date: <TimeText exact at={resolvesAt} />
        </>
      }
      actions={
        <>
          {next !== undefined && (
            <Button component={Link} href={next}>
              Forecast again
            </Button>
          )}
          {link !== undefined && <CopyButton text={link} what="link" />}
        </>
      }
    >
      <Group component="nav" aria-label="Pages of the question" gap="md" mb="md">
        {tabs.map(({ name, href }) => (
          <Link
            key={name}
            href={href}
            {...(name === tab && {
              "aria-current": "page" as const,
              style: { fontWeight: 600, textDecoration: "none" },
            })}
          >
            {name}
          </Link>
        ))}
      </Group>
      {children}
    </Page>
  );
}
