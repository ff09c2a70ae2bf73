/** Splits two texts into common prefix, differing middles and common suffix, never inside a surrogate pair. */
export function changedMiddle(before: string, after: string) {
  const one = [...before];
  const other = [...after];
  const most = Math.min(one.length, other.length);
  let start = 0;
  while (start < most && one[start] === other[start]) start++;
  let end = 0;
  while (end < most - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++;
  return {
    start: one.slice(0, start).join(""),
    before: one.slice(start, one.length - end).join(""),
    after: other.slice(start, other.length - end).join(""),
    end: end === 0 ? "" : one.slice(-end).join(""),
  };
}
