const WIDTH = 30;

/**
 * Returns a function that advances a progress bar on stderr by one of `total` steps. Prints nothing if stderr is not a
 * terminal.
 */
export function progress(what: string, total: number): () => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  let done = 0;
  let shown = -1;
  return () => {
    done += 1;
    const filled = Math.floor((done / total) * WIDTH);
    if (filled !== shown) stderr.write(`\r${what} ${"█".repeat(filled)}${"░".repeat(WIDTH - filled)} ${done}/${total}`);
    shown = filled;
    if (done === total) stderr.write("\r\x1b[2K");
  };
}
