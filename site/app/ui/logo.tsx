import { useAgency } from '../agency/use-agency.ts';

export function Logo({ markOnly = false }: { markOnly?: boolean }) {
  const { name } = useAgency();
  return (
    <span className="logo">
      <svg aria-hidden="true" fill="none" height="36" viewBox="0 0 42 36" width="42">
        <rect className="logo-ring" height="27" rx="10" strokeWidth="6" width="27" x="8" y="4.5" />
        <path className="logo-line" d="M1 29C13 28 15 9 41 8.5" strokeWidth="4.5" />
      </svg>
      <span className={markOnly ? 'sr-only' : undefined}>{name}</span>
    </span>
  );
}
