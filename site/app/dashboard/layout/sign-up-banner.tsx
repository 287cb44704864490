import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useIsOwner } from '../../auth/session/roles.ts';
import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import styles from './frame.module.css';

/** Warns owners that sign-up is open. The screen waits for it to avoid a layout shift, but not for a failing server. */
export function SignUpBanner({ pathname, children }: { pathname: string; children: ReactNode }) {
  const isOwner = useIsOwner();
  const isHere = pathname === '/dashboard' || pathname === '/dashboard/team';
  const { data: rules, isPending, failureCount } = useTeamRules(isOwner && isHere);
  if (isOwner && isHere && isPending && failureCount === 0) return <Spinner label="Loading…" />;
  if (!isHere || rules?.sign_up_mode !== 'open') return children;
  return (
    <>
      <aside aria-label="Sign-up is open" className={styles.banner}>
        <Icon name="warning" />
        <p>
          <b>Sign-up is open.</b> Anyone who creates an account can read messages and edit pages. To approve
          people first, start the site with <code>SIGN_UP=approval</code>.{' '}
          {pathname === '/dashboard' && (
            <Link className="link" to="/dashboard/team">
              See who has signed up
            </Link>
          )}
        </p>
      </aside>
      {children}
    </>
  );
}
