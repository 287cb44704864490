import { Link } from 'react-router';
import { useIsOwner } from '../session/roles.ts';
import { useTeamRules } from '../session/team-rules.ts';
import { Icon } from '../ui/icon.tsx';

/** Reminds owners, on the screens where they arrive, that anybody may come in. */
export function SignUpBanner({ pathname }: { pathname: string }) {
  const isOwner = useIsOwner();
  const isHere = pathname === '/dashboard' || pathname === '/dashboard/team';
  const { data: rules } = useTeamRules(isOwner && isHere);
  if (!isHere || rules?.sign_up_mode !== 'open') return null;
  return (
    <aside aria-label="Sign-up is open" className="dash-banner">
      <Icon name="warning" />
      <p>
        <b>Sign-up is open.</b> Whoever makes an account reads messages and edits pages. Start the site with{' '}
        <code>SIGN_UP=approval</code> to decide yourself.{' '}
        {pathname === '/dashboard' && (
          <Link className="link" to="/dashboard/team">
            See who has signed up
          </Link>
        )}
      </p>
    </aside>
  );
}
