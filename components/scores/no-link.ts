/** Stands for Next.js’s link in the bundle of the report page, which shows no links. */
export default function NoLink(): null {
  return null;
}
