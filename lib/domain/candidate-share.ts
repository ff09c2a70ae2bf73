/** Returns whether a task belongs to the share. Depends on the digest of the task only: all its forecasts, or none. */
export function isInShare(taskId: string, share: number): boolean {
  const digits = taskId.slice("sha256:".length, "sha256:".length + 8);
  return Number.parseInt(digits, 16) / 2 ** 32 < share;
}
