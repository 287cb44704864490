import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useSignedIn } from '../../auth/session/session-store.ts';
import { clearReturnPath, readReturnPath } from '../../auth/session/return-path.ts';
import { Icon } from '../../ui/icon.tsx';
import { screenLabel } from '../screens.ts';
import { overviewTexts as t } from './overview-texts.ts';

/** Sign-in always leads to the overview; this links, once, to the screen that was requested before. */
export function ContinueLink() {
  const { user } = useSignedIn();
  const [path] = useState(() => readReturnPath(user.id));
  useEffect(clearReturnPath, []);
  const [pathname = ''] = path?.split(/[?#]/, 1) ?? [];
  const name = pathname === '/dashboard' ? undefined : screenLabel(pathname);
  if (!path || !name) return null;
  return (
    <p className="mb-24">
      <Link className="text-link" to={path}>
        <span>{t.continueTo(name)}</span>
        <Icon name="arrow-right" />
      </Link>
    </p>
  );
}
