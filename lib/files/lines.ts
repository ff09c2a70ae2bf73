const BREAK = /\r\n?|\n/g;

/** Returns the number of the line at the end of the text, counted from 1 as an editor does. */
export function countLines(text: string): number {
  let line = 1;
  for (const _ of text.matchAll(BREAK)) line++;
  return line;
}

/** Returns the line at increasing indexes of a text, in one pass. The index must not be inside a CRLF. */
export function lineCounter(text: string): (index: number) => number {
  let line = 1;
  let read = 0;
  return (index) => {
    line += countLines(text.slice(read, index)) - 1;
    read = index;
    return line;
  };
}
