// Buttons.
import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { Icon, Spinner } from './icon.tsx';
import type { IconName } from './icon-paths.ts';
import { PageLink, type PageLinkProps } from './page-link.tsx';
import { uiTexts } from './ui-texts.ts';

type ButtonVariant = 'primary' | 'secondary' | 'danger' | 'ghost' | 'buff';
type ButtonSize = 'public' | 'dashboard';

interface Look {
  variant?: ButtonVariant;
  /** `public` is 56 px high, `dashboard`, the default, 44 px */
  size?: ButtonSize;
  icon?: IconName;
  /** as wide as its container */
  wide?: boolean;
}

export interface ButtonProps extends Look, ComponentProps<'button'> {
  /** ignores presses but keeps the focus, with a spinner and `busyText` as its name */
  busy?: boolean;
  /** "Saving..." by default for a submit button */
  busyText?: string | undefined;
  /** its text is only for screen readers */
  iconOnly?: boolean;
}

/** Also called for Enter in a field, because the browser then presses the form's submit button. */
function ignorePress(event: MouseEvent): void {
  event.preventDefault();
}

/** The type is `button` by default, so that an early click can be repeated. */
export function Button({
  variant = 'primary',
  size = 'dashboard',
  icon,
  iconOnly,
  wide,
  busy = false,
  type = 'button',
  busyText = type === 'submit' ? uiTexts.saving : undefined,
  'aria-disabled': isInactive,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const ignoresPresses = busy || isInactive === true;
  const isReplaced = busy && busyText !== undefined;
  const visibility = iconOnly ? 'sr-only' : undefined;
  return (
    <button
      {...rest}
      aria-disabled={ignoresPresses || undefined}
      className={classNames('button', className)}
      data-busy={busy || undefined}
      data-icon-only={iconOnly || undefined}
      data-size={size}
      data-variant={variant}
      data-wide={wide || undefined}
      onClick={ignoresPresses ? ignorePress : onClick}
      // oxlint-disable-next-line react/button-has-type -- the type is a prop with a safe default
      type={type}
    >
      {busy ? <Spinner /> : icon && <Icon name={icon} />}
      {isReplaced && <span className={visibility}>{busyText}</span>}
      {!isReplaced && <span className={visibility}>{children}</span>}
    </button>
  );
}

export interface ButtonLinkProps extends Look, PageLinkProps {
  children: ReactNode;
}

export function ButtonLink({
  variant = 'primary',
  size = 'dashboard',
  icon,
  wide,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <PageLink
      {...rest}
      className={classNames('button', className)}
      data-size={size}
      data-variant={variant}
      data-wide={wide || undefined}
      viewTransition={size === 'public'}
    >
      {icon && <Icon name={icon} />}
      <span>{children}</span>
    </PageLink>
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'type'> {
  icon: IconName;
  label: string;
}

/** A button with only an icon; its label is for screen readers. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button {...rest} aria-label={label} className="icon-button" type="button">
      <Icon name={icon} />
    </button>
  );
}
