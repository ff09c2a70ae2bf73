/** Style sheet of the HTML report, for screens, light and dark, and for print. */
export const REPORT_STYLE = `
:root { --ink: #1d2330; --dim: #5b6475; --paper: #fff; --line: #dfe3ea; --band: #d3d8e2; --model: #1f5fbf; --uniform: #767676; --last: #b4540a; --sources: #2f7d32; --walk: #8a3fb5; --given: #0f7a7a; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e9f0; --dim: #a2abbb; --paper: #14171d; --line: #2f3642; --band: #3d4657; --model: #7fb2ff; --uniform: #a9a9a9; --last: #ffab6b; --sources: #7fd083; --walk: #d49bf5; --given: #5fd0d0; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 15px/1.5 system-ui, sans-serif; }
main { max-width: 1180px; margin: 0 auto; padding: 24px 16px 64px; }
h1 { font-size: 24px; overflow-wrap: anywhere; } h2 { font-size: 19px; margin-top: 40px; } h3 { font-size: 15px; margin-bottom: 4px; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; } dt { color: var(--dim); } dd { margin: 0; overflow-wrap: anywhere; }
.plot, .table { overflow-x: auto; margin: 8px 0 16px; }
svg text { font: 12px system-ui, sans-serif; fill: var(--ink); }
.grid { stroke: var(--line); } .zero { stroke: var(--ink); stroke-width: 1.5; } .band { fill: var(--band); }
.model { fill: var(--model); stroke: var(--model); } .model.line { fill: none; stroke-width: 1.5; }
.uniform { fill: var(--uniform); stroke: var(--uniform); } .last { fill: var(--last); stroke: var(--last); } .sources { fill: var(--sources); stroke: var(--sources); } .walk { fill: var(--walk); stroke: var(--walk); } .given { fill: var(--given); stroke: var(--given); }
.stroke { fill: none; stroke-width: 2; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 20px; } .key { width: 14px; height: 14px; vertical-align: -2px; }
.text { display: inline-block; max-width: 260px; white-space: normal; }
table { border-collapse: collapse; white-space: nowrap; font-variant-numeric: tabular-nums; } caption { text-align: left; color: var(--dim); padding: 4px 0; }
th, td { padding: 4px 12px 4px 0; border-bottom: 1px solid var(--line); text-align: right; } th:first-child { text-align: left; } thead th { color: var(--dim); font-weight: 600; white-space: normal; vertical-align: bottom; } tbody th { font-weight: 500; }
small { color: var(--dim); }
.warning { padding: 8px 12px; border-left: 3px solid var(--last); }
summary { cursor: pointer; }
@page { margin: 14mm; }
@media print {
  /* A closed section has no content on paper. */
  details:not([open]) { display: none; }
  :root { --ink: #000; --dim: #444; --paper: #fff; --line: #ccc; --band: #d3d8e2; --model: #1f5fbf; --uniform: #767676; --last: #b4540a; --sources: #2f7d32; --walk: #8a3fb5; --given: #0f7a7a; }
  body { font-size: 11px; } main { max-width: none; padding: 0; }
  .plot, .table { overflow: visible; } .plot { break-inside: avoid; } h2, h3 { break-after: avoid; }
  table { white-space: normal; font-size: 9px; } tr { break-inside: avoid; } th, td { padding: 2px 6px 2px 0; }
  svg { max-width: 100% !important; height: auto; }
}
`;
