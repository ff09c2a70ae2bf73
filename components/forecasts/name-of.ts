/** What a compared forecast is called on the page: A to D, by its place. */
export function nameOf(place: number): string {
  return String.fromCharCode(65 + place);
}
