// A wrapper that shows its screen only to accounts with the required role.
import type { ReactNode } from 'react';
import { useRoles, type OwnRoles } from '../../auth/session/roles.ts';
import { Spinner } from '../../ui/icon.tsx';
import { EmptyState } from './empty-state.tsx';
import { ScreenHeading } from './screen-heading.tsx';
import { screenTexts } from './screen-texts.ts';

/** A screen for accounts that `may` see it, which the database enforces; others see who may. */
export function RestrictedScreen({
  may,
  title,
  deniedText,
  children,
}: {
  may: (roles: OwnRoles) => boolean;
  title: string;
  deniedText: string;
  children: ReactNode;
}) {
  const { data: roles } = useRoles();
  if (roles && may(roles)) return children;
  return (
    <>
      <ScreenHeading title={title} />
      {roles ? <EmptyState text={deniedText} /> : <Spinner label={screenTexts.loading} />}
    </>
  );
}
