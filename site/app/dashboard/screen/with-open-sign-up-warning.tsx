// A warning to owners that anyone can sign up.
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import { useIsOwner, useTeamRules } from '../../auth/session/roles.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Icon, Spinner } from '../../ui/icon.tsx';
import { defineTexts } from '../../texts/define-texts.ts';
import { screenTexts } from './screen-texts.ts';
import styles from './screen.module.css';

const t = defineTexts({
  label: 'Sign-up is open',
  warning:
    '<b>Sign-up is open.</b> Anyone who creates an account can read messages and edit pages. To approve people first, ask the person who runs your server to turn on approval.',
  link: 'See who has signed up',
});

const tags = {
  b: (content: string) => <b>{content}</b>,
};

/**
 * A banner above `children`. They are rendered once the request of the banner has succeeded or failed, so that they
 * do not move.
 */
export function WithOpenSignUpWarning({ children }: { children: ReactNode }) {
  const isOwner = useIsOwner();
  const { pathname } = useLocation();
  const { data: rules, isPending, failureCount } = useTeamRules(isOwner);
  if (isOwner && isPending && failureCount === 0) return <Spinner label={screenTexts.loading} />;
  if (rules?.sign_up_mode !== 'open') return children;
  return (
    <>
      <aside aria-label={t.label} className={styles.banner}>
        <Icon name="warning" />
        <p>
          <RichText tags={tags} text={t.warning} />{' '}
          {pathname !== '/dashboard/team' && (
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
