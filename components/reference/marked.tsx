/** Text in which backticks mark code. */
export function Marked({ text }: { readonly text: string }) {
  const parts = text.split("`");
  return (
    <span>
      {parts.map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a fixed text have no other name.
        index % 2 === 1 ? <code key={index}>{part}</code> : part,
      )}
    </span>
  );
}
