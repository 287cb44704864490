// A link styled as a button that calls the agency's phone number.
import { useAgency } from '../../agency/use-agency.ts';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { pageTexts } from './page-texts.ts';

interface CallLinkProps {
  className?: string | undefined;
  variant: 'primary' | 'secondary';
}

export function CallLink({ className, variant }: CallLinkProps) {
  const { phone, phoneHref } = useAgency();
  return (
    <a className={classNames('button', className)} data-size="public" data-variant={variant} href={phoneHref}>
      <Icon name="phone" />
      <span>{pageTexts.call(phone)}</span>
    </a>
  );
}
