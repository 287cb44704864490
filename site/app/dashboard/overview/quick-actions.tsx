import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icons.ts';
import { Panel } from '../screen/panel.tsx';
import styles from './overview.module.css';

const actions: readonly { label: string; text: string; path: string; icon: IconName }[] = [
  {
    label: 'Manage services',
    text: 'Published pages and drafts',
    path: '/dashboard/services',
    icon: 'layers',
  },
  { label: 'View leads', text: 'Read, reply, qualify', path: '/dashboard/leads', icon: 'message' },
  {
    label: 'Organize categories',
    text: 'Group your services',
    path: '/dashboard/categories',
    icon: 'folder',
  },
];

export function QuickActions() {
  return (
    <Panel className={styles.card} id="quick-actions" title="Quick Actions">
      <ul className={styles.quickActions}>
        {actions.map(({ label, text, path, icon }) => (
          <li key={path}>
            <Link to={path}>
              <Icon name={icon} />
              <span>
                <span className={styles.quickActionLabel}>{label}</span>
                <span className={styles.quickActionText}>{text}</span>
              </span>
              <Icon name="arrow-right" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
