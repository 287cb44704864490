import { Link } from 'react-router';
import { Icon } from '../ui/icon.tsx';
import type { IconName } from '../ui/icons.ts';

const actions: readonly { label: string; text: string; path: string; icon: IconName }[] = [
  {
    label: 'Manage services',
    text: 'What is public, what is a draft',
    path: '/dashboard/services',
    icon: 'layers',
  },
  { label: 'View leads', text: 'Read, answer, qualify', path: '/dashboard/leads', icon: 'message' },
  {
    label: 'Organize categories',
    text: 'How services are grouped',
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
