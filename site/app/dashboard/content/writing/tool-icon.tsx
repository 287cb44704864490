// Icons of tools that only a text's toolbar has, so that no public page loads them.

const paths = {
  numbered: 'M10 6h10M10 12h10M10 18h10M4 5l1.5-1v5M3.8 14.5a1.2 1.2 0 0 1 2.2.7c0 1.2-2.2 1.8-2.2 3.3h2.6',
  quotation: 'M10 7H5v6h4c0 2-1 3.5-3 4M19 7h-5v6h4c0 2-1 3.5-3 4',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 5v14',
  video: 'M3 5h18v14H3zM10 9l5 3-5 3z',
} as const;

export type ToolIconName = keyof typeof paths;

export function ToolIcon({ name }: { name: ToolIconName }) {
  return (
    <svg aria-hidden="true" className="icon" height="24" viewBox="0 0 24 24" width="24">
      <path d={paths[name]} />
    </svg>
  );
}
