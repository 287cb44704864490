import { Link, useRouteLoaderData } from 'react-router';
import { useIsOwner } from '../../../auth/session/roles.ts';
import { deliveryTexts as t } from './delivery-texts.ts';

/** Says that a recorded reply was not mailed, with a link for owners. Nothing for one that is still to be sent. */
export function NotEmailedNote({ isFile }: { isFile: boolean }) {
  const backend = useRouteLoaderData<{ sendsMail: boolean; hasMailbox: boolean }>('dashboard');
  const isOwner = useIsOwner();
  if (!backend) return null;
  if (backend.sendsMail) return isFile && <span>{t.wasNoMailServer}</span>;
  return (
    <span>
      {t.noMailServer}{' '}
      {isOwner && backend.hasMailbox && (
        <Link className="link" to="/dashboard/mail">
          {t.openMail}
        </Link>
      )}
    </span>
  );
}
