import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useIsOwner } from '../../auth/session/roles.ts';
import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { frameTexts } from './frame-texts.ts';
import styles from './frame.module.css';

const t = frameTexts.signUpBanner;

const tags = {
  b: (content: string) => <b>{content}</b>,
  code: (content: string) => <code>{content}</code>,
};

/** Warns owners that sign-up is open. The screen waits for it to avoid a layout shift, but not for a failing server. */
export function SignUpBanner({ pathname, children }: { pathname: string; children: ReactNode }) {
  const isOwner = useIsOwner();
  const isHere = pathname === '/dashboard' || pathname === '/dashboard/team';
  const { data: rules, isPending, failureCount } = useTeamRules(isOwner && isHere);
  if (isOwner && isHere && isPending && failureCount === 0) return <Spinner label={frameTexts.loading} />;
  if (!isHere || rules?.sign_up_mode !== 'open') return children;
  return (
    <>
      <aside aria-label={t.label} className={styles.banner}>
        <Icon name="warning" />
        <p>
          <RichText tags={tags} text={t.warning} />{' '}
          {pathname === '/dashboard' && (
            <Link className="link link-line" to="/dashboard/team">
              {t.link}
            </Link>
          )}
        </p>
      </aside>
      {children}
    </>
  );
}
