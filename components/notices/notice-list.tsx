import { Box, Group, Text } from "@mantine/core";
import {
  IconAlertTriangle,
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
import { DividedList } from "#components/ui/divided-list.tsx";
import { ForeignText } from "#components/ui/foreign-text.tsx";
import { Icon } from "#components/ui/icon.tsx";
import { Link } from "#components/ui/link.tsx";
import { TimeText } from "#components/ui/time-text.tsx";
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
};

interface NoticeListProps {
  readonly notices: readonly Notice[];
  /** The first `unseen` notifications are marked as new. */
  readonly unseen: number;
  readonly onOpen?: () => void;
}

export function NoticeList({ notices, unseen, onOpen }: NoticeListProps) {
  return (
    <DividedList label="Your notifications">
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
                    <Link href={path} {...(onOpen && { onClick: onOpen })}>
                      {text}
                    </Link>
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
