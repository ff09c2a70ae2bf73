/** The product's mark: the bars of a distribution. The favicon, app/icon.svg, shows the same bars. */
export function Mark({ size }: { readonly size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" style={{ flex: "none" }}>
      <rect width="32" height="32" rx="7" fill="var(--accent)" />
      <g fill="var(--paper)">
        <rect x="7" y="8" width="18" height="4" rx="2" />
        <rect x="7" y="14" width="12" height="4" rx="2" opacity="0.8" />
        <rect x="7" y="20" width="7" height="4" rx="2" opacity="0.6" />
      </g>
    </svg>
  );
}
