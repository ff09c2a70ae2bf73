export const taskField = (value: string | undefined) => ({
  name: "task",
  label: "Task id",
  value,
  pattern: {
    source: "sha256:[a-f0-9]{64}",
    words: "Enter “sha256:” followed by 64 hexadecimal digits",
    example: "sha256:…",
  },
});

export const dayFields = ({
  from,
  before,
}: {
  readonly from?: string | undefined;
  readonly before?: string | undefined;
}) =>
  [
    { name: "from", label: "From (UTC day)", value: from, type: "date" },
    { name: "before", label: "Before (UTC day)", value: before, type: "date" },
  ] as const;
