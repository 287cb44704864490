// Line icons with the spinner, drawn in the text's colour.
import { classNames } from './class-names.ts';
import { iconPaths, type IconName } from './icon-paths.ts';
import type { staffIconPaths } from './staff-icon-paths.ts';

const paths: Partial<Record<IconName, string>> = { ...iconPaths };

/** The dashboard's layout adds the icons that only its screens show. */
export function addIconPaths(more: typeof staffIconPaths): void {
  Object.assign(paths, more);
}

/** A decorative line icon in the text's colour. */
export function Icon({ name, className }: { name: IconName; className?: string | undefined }) {
  return (
    <svg
      aria-hidden="true"
      className={classNames('icon', className)}
      data-icon={name}
      height="24"
      viewBox="0 0 24 24"
      width="24"
    >
      <path d={paths[name]} />
    </svg>
  );
}

/** `label` is shown and announced; without one the spinner is decoration in a labelled control. */
export function Spinner({ label, className }: { label?: string; className?: string | undefined }) {
  const ring = (
    <svg aria-hidden="true" className="spinner" height="24" viewBox="0 0 24 24" width="24">
      <rect className="spinner-track" fill="none" height="18" rx="6" strokeWidth="4" width="18" x="3" y="3" />
      <path className="spinner-arc" d="M15 3a6 6 0 0 1 6 6v3" fill="none" strokeWidth="4" />
    </svg>
  );
  if (label === undefined) return ring;
  return (
    <output className={classNames('row spinner-line', className)}>
      {ring}
      <span>{label}</span>
    </output>
  );
}
