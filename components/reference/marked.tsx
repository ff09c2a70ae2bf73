/** Renders text between backticks as code. */
export function Marked({ text }: { readonly text: string }) {
  const parts = text.split("`");
  return (
    <span>
      {parts.map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the text is constant, and the parts of the text have no other key.
        index % 2 === 1 ? <code key={index}>{part}</code> : part,
      )}
    </span>
  );
}
