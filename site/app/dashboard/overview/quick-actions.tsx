import { Link } from 'react-router';
import { Icon } from '../../ui/icon.tsx';
import type { IconName } from '../../ui/icons.ts';

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
    <section aria-labelledby="quick-actions" className="overview-actions panel p-6">
      <h2 className="panel-title" id="quick-actions">
        Quick Actions
      </h2>
      <ul className="quick-actions">
        {actions.map(({ label, text, path, icon }) => (
          <li key={path}>
            <Link to={path}>
              <Icon name={icon} />
              <span>
                <span className="quick-action-label">{label}</span>
                <span className="quick-action-text">{text}</span>
              </span>
              <Icon name="arrow-right" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
