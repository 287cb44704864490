import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import { Panel } from '../screen/panel.tsx';
import { overviewTexts } from './overview-texts.ts';
import styles from './overview.module.css';

const t = overviewTexts.quickActions;

const actions = [
  { action: 'services', path: '/dashboard/services', icon: 'layers' },
  { action: 'leads', path: '/dashboard/leads', icon: 'message' },
  { action: 'categories', path: '/dashboard/categories', icon: 'folder' },
] as const;

export function QuickActions() {
  return (
    <Panel className={styles.card} id="quick-actions" title={t.title}>
      <ul className={styles.quickActions}>
        {actions.map(({ action, path, icon }) => (
          <li key={path}>
            <Link className="hover-shoal" to={path}>
              <Icon className="harbour" name={icon} />
              <span className="stack gap-0">
                <b className="harbour">{t[action].label}</b>
                <span className="small muted">{t[action].hint}</span>
              </span>
              <Icon className="harbour" name="arrow-right" />
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
