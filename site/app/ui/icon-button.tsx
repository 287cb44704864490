import type { ComponentProps } from 'react';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  icon: IconName;
  label: string;
}

/** A button that is an icon; its label is for screen readers. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button {...rest} aria-label={label} className="icon-button" type="button">
      <Icon name={icon} />
    </button>
  );
}
