import { Box, Button, Group, Text } from "@mantine/core";
import {
  IconAlertTriangle,
  IconBell,
  IconCalendarDue,
  IconClipboardCheck,
  IconDatabase,
  IconFlag,
  IconFlagQuestion,
  IconMessage,
  IconReportAnalytics,
  IconShieldOff,
  IconUserCheck,
  type Icon as TablerIcon,
} from "@tabler/icons-react";
import { useMutation, useSuspenseQuery } from "@tanstack/react-query";
import { DividedList } from "#components/ui/divided-list.tsx";
import { Empty } from "#components/ui/empty.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
import { useTRPC } from "#components/ui/trpc.ts";
import { NOTICES } from "#lib/console/routes.ts";
import { countOf } from "#lib/format.ts";
import { describeNotice, type Notice } from "./describe-notice.ts";

const SIGNS: Readonly<Record<Notice["event"]["kind"], TablerIcon>> = {
  "review.assigned": IconUserCheck,
  "review.decided": IconClipboardCheck,
  "review.revoked": IconShieldOff,
  "outcome.recorded": IconFlag,
  "outcome.confirmed": IconFlag,
  "question.noted": IconMessage,
  "evaluation.ended": IconReportAnalytics,
  "prediction.failed": IconAlertTriangle,
  "evaluation.decided": IconReportAnalytics,
  "submission.waiting": IconClipboardCheck,
  "submission.overdue": IconCalendarDue,
  "evaluation.waiting": IconReportAnalytics,
  "outcome.due": IconCalendarDue,
  "outcome.unconfirmed": IconFlagQuestion,
  "credential.expiring": IconCalendarDue,
  "credential.ownerless": IconUserCheck,
  "budget.near": IconDatabase,
  "link.unused": IconCalendarDue,
  "audit.alarm": IconAlertTriangle,
  "erasure.due": IconAlertTriangle,
};

const SHOWN = 6;

/** The reader's notifications. They stay marked as new until the reader marks them as read. */
export function NoticePanel() {
  const trpc = useTRPC();
  const { data } = useSuspenseQuery(trpc.notices.list.queryOptions());
  const markSeen = useMutation(trpc.notices.markSeen.mutationOptions());
  const { notices, unseen } = data;
  const [newest] = notices;
  const rest = notices.length - SHOWN;
  return (
    <Panel
      title="Your notifications"
      id={NOTICES}
      aside={
        newest !== undefined &&
        unseen > 0 && (
          <Button variant="default" size="compact-xs" onClick={() => markSeen.mutate({ at: newest.at })}>
            Mark all as read
          </Button>
        )
      }
    >
      {newest === undefined ? (
        <Empty title="No notifications yet" icon={IconBell}>
          You are notified of what waits for you, and of changes to your submissions and questions.
        </Empty>
      ) : (
        <NoticeList label="Your notifications" notices={notices.slice(0, SHOWN)} unseen={unseen} />
      )}
      {rest > 0 && (
        <details>
          <summary>{countOf(rest, "earlier notification")}</summary>
          <NoticeList label="Earlier notifications" notices={notices.slice(SHOWN)} unseen={unseen - SHOWN} />
        </details>
      )}
    </Panel>
  );
}

interface NoticeListProps {
  readonly label: string;
  readonly notices: readonly Notice[];
  /** The first `unseen` notifications are marked as new. */
  readonly unseen: number;
}

function NoticeList({ label, notices, unseen }: NoticeListProps) {
  return (
    <DividedList label={label}>
      {notices.map((notice, index) => {
        const { text, path } = describeNotice(notice);
        return (
          <li key={notice.id}>
            <Group gap={10} wrap="nowrap" align="start">
              <Box pt={2} c={index < unseen ? "var(--accent)" : "dimmed"}>
                <Icon of={SIGNS[notice.event.kind]} />
              </Box>
              <Box miw={0} flex={1}>
                <Group gap="0 10px" justify="space-between">
                  <span>
                    <Link href={path}>{text}</Link>
                    {index < unseen && (
                      <Text span c="var(--accent)" fw={600} size="xs">
                        {" "}
                        new
                      </Text>
                    )}
                  </span>
                  <Text span c="dimmed" size="xs">
                    <TimeText at={notice.at} />
                  </Text>
                </Group>
                <Text c="dimmed" size="sm" lineClamp={1} dir="auto">
                  <ForeignText text={notice.question ?? ""} />
                </Text>
              </Box>
            </Group>
          </li>
        );
      })}
    </DividedList>
  );
}
