/** Decodes `%3A`, which Next.js leaves escaped. decodeURIComponent() would throw an error for the URL `%25zz`. */
export function readTaskId({ taskId }: { readonly taskId: string }): string {
  return taskId.replace(/%3A/i, ":");
}
