import { classNames } from './class-names.ts';
import { icons, type IconName } from './icons.ts';

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
      <path d={icons[name]} />
    </svg>
  );
}
