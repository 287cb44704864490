import { Outlet, useLocation, Link } from 'react-router';
import { useMustSetUpFactor, useRoles, useIsOwner } from '../../auth/session/roles.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { frameTexts } from './frame-texts.ts';
import { agencyScreens, screens } from '../screens.ts';
import type { ReactNode } from 'react';
import { useTeamRules } from '../../auth/session/use-team-rules.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Icon } from '../../ui/icon.tsx';
import styles from './frame.module.css';

const t = frameTexts.gate;

/** Why an account without roles sees nothing, and what it can do. */
function NoRoles() {
  const must = useMustSetUpFactor(true);
  if (must.isPending) return <Spinner label={frameTexts.loading} />;
  const needsFactor = must.data === true;
  const action = (
    <>
      {!needsFactor && <p className="muted">{t.approvalHint}</p>}
      <ButtonLink to="/dashboard/settings" variant={needsFactor ? 'primary' : 'secondary'}>
        {needsFactor ? t.setUpFactor : t.settings}
      </ButtonLink>
    </>
  );
  return <EmptyState action={action} text={needsFactor ? t.needsFactor : t.needsApproval} />;
}

/** Accounts that wait for approval see the layout, their settings and one clear line. Display only: policies decide. */
export function Gate() {
  const { pathname } = useLocation();
  const query = useRoles();
  const known = [...screens, ...agencyScreens].find((screen) => screen.path === pathname);

  if (pathname === '/dashboard/settings') return <Outlet />;
  if (query.data && query.data.length > 0) {
    return (
      <SignUpBanner pathname={pathname}>
        <Outlet />
      </SignUpBanner>
    );
  }
  return (
    <>
      <ScreenHeading title={known?.label ?? frameTexts.waiting.title} />
      <QueryResult failedText={t.failed} hidesRefetchErrors loadingText={frameTexts.loading} query={query}>
        {() => <NoRoles />}
      </QueryResult>
    </>
  );
}

const signUpBannerTexts = frameTexts.signUpBanner;

const tags = {
  b: (content: string) => <b>{content}</b>,
  code: (content: string) => <code>{content}</code>,
};

/** Warns owners that sign-up is open. The screen waits for it to avoid a layout shift, but not for a failing server. */
function SignUpBanner({ pathname, children }: { pathname: string; children: ReactNode }) {
  const isOwner = useIsOwner();
  const isHere = pathname === '/dashboard' || pathname === '/dashboard/team';
  const { data: rules, isPending, failureCount } = useTeamRules(isOwner && isHere);
  if (isOwner && isHere && isPending && failureCount === 0) return <Spinner label={frameTexts.loading} />;
  if (!isHere || rules?.sign_up_mode !== 'open') return children;
  return (
    <>
      <aside aria-label={signUpBannerTexts.label} className={styles.banner}>
        <Icon name="warning" />
        <p>
          <RichText tags={tags} text={signUpBannerTexts.warning} />{' '}
          {pathname === '/dashboard' && (
            <Link className="link link-line" to="/dashboard/team">
              {signUpBannerTexts.link}
            </Link>
          )}
        </p>
      </aside>
      {children}
    </>
  );
}
