import { Link, useRouteLoaderData } from 'react-router';
import { useIsOwner } from '../../../session/roles.ts';

/** Where a recorded reply is while no mail server is set up: on this machine, for owners to read. Else nothing. */
export function KeptHere() {
  const backend = useRouteLoaderData<{ sendsMail: boolean; hasMailbox: boolean }>('dashboard/layout');
  const isOwner = useIsOwner();
  if (!backend || backend.sendsMail) return null;
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
