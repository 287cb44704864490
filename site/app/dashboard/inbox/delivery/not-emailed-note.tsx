import { Link, useRouteLoaderData } from 'react-router';
import { useIsOwner } from '../../../auth/session/roles.ts';

/** Says that a recorded reply was not mailed, with a link for owners. Nothing for one that is still to be sent. */
export function NotEmailedNote({ isFile }: { isFile: boolean }) {
  const backend = useRouteLoaderData<{ sendsMail: boolean; hasMailbox: boolean }>('dashboard');
  const isOwner = useIsOwner();
  if (!backend) return null;
  if (backend.sendsMail) return isFile && <span>Not emailed: no mail server was set up.</span>;
  return (
    <span>
      Not emailed: no mail server is set up.{' '}
      {isOwner && backend.hasMailbox && (
        <Link className="link" to="/dashboard/mail">
          View it in Mail
        </Link>
      )}
    </span>
  );
}
