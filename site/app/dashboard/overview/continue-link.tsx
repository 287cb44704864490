import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { clearReturnPath, readReturnPath } from '../../auth/session/return-path.ts';
import { contentTables, contentType } from '../../content/content-types.ts';
import { Icon } from '../../ui/icon.tsx';
import { overviewTexts as t } from './overview-texts.ts';
import styles from './overview.module.css';

const names: Record<string, string> = {
  ...Object.fromEntries(
    contentTables.map((table) => [contentType(table).path.slice(1), contentType(table).label]),
  ),
  ...t.screens,
};

/** Sign-in always leads to the overview; this links, once, to the screen that was requested before. */
export function ContinueLink() {
  const [path] = useState(readReturnPath);
  useEffect(clearReturnPath, []);
  const name = path && names[/^\/dashboard\/([a-z]+)/.exec(path)?.[1] ?? ''];
  if (!path || !name) return null;
  return (
    <p className={styles.continueLink}>
      <Link className="text-link" to={path}>
        {t.continueTo(name)}
        <Icon name="arrow-right" />
      </Link>
    </p>
  );
}
