import { StatusBadge } from "#components/ui/status-badge.tsx";

export const MODEL_STATES = {
  ready: <StatusBadge tone="good">Ready</StatusBadge>,
  loading: <StatusBadge tone="warn">Loading: requests fail with MODEL_NOT_READY</StatusBadge>,
  offline: <StatusBadge tone="bad">Offline: requests fail with MODEL_OFFLINE</StatusBadge>,
  refused: <StatusBadge tone="bad">Refused by the model server: requests fail with MODEL_NOT_READY</StatusBadge>,
  unclear: <StatusBadge tone="warn">Unknown: no call has been answered yet. Requests are still sent</StatusBadge>,
};

export const DATABASE_STATES = {
  ready: <StatusBadge tone="good">Writable</StatusBadge>,
  unavailable: <StatusBadge tone="bad">Unavailable: requests are refused</StatusBadge>,
  disk_nearly_full: <StatusBadge tone="bad">Disk nearly full: requests are refused</StatusBadge>,
  disk_full: <StatusBadge tone="bad">Disk full: requests are refused</StatusBadge>,
  folder_missing: <StatusBadge tone="bad">Data folder missing: requests are refused</StatusBadge>,
  history_lost: <StatusBadge tone="bad">Audit events are missing: requests are refused</StatusBadge>,
  locked: <StatusBadge tone="bad">Audit log locked by another session: requests are refused</StatusBadge>,
  read_only: <StatusBadge tone="bad">Read-only: requests are refused</StatusBadge>,
  not_answering: <StatusBadge tone="bad">Not responding: requests are refused</StatusBadge>,
};
