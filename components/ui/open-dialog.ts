/** Returns the open dialog: Mantine's, or the native one of the command palette. */
export function openDialog(): Element | null {
  return document.querySelector("[role=dialog], dialog[open]");
}
