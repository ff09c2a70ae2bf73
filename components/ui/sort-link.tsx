import { Link } from "./link.tsx";

interface SortLinkProps {
  readonly href: string;
  /** Description of the order: "Most questions". */
  readonly title: string;
  readonly isCurrent: boolean;
  readonly children: string;
}

/** Header of a column that can sort a list. */
export function SortLink({ href, title, isCurrent, children }: SortLinkProps) {
  return (
    <Link href={href} title={title} {...(isCurrent ? { "aria-current": "true" } : {})}>
      {children}
      {isCurrent && <span aria-hidden="true"> ▾</span>}
    </Link>
  );
}
