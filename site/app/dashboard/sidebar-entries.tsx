import { useId } from 'react';
import { Link, NavLink } from 'react-router';
import type { Roles } from '../session/roles.ts';
import { Icon } from '../ui/icon.tsx';
import { useNewLeadCount } from './count-new-leads.ts';
import { agencyScreens, screens, type Screen } from './screens.ts';

function Entry({
  screen,
  count,
  onChoose,
}: {
  screen: Screen;
  count: number;
  onChoose?: (() => void) | undefined;
}) {
  const { label, path, icon } = screen;
  return (
    <NavLink className="sidebar-entry" end={path === '/dashboard'} onClick={onChoose} to={path}>
      <Icon name={icon} />
      <span className="sidebar-word">{label}</span>
      {count > 0 && (
        <span className="sidebar-count">
          <span className="sr-only">, </span>
          {count.toLocaleString('en-CA')} new
        </span>
      )}
    </NavLink>
  );
}

function Group({
  label,
  entries,
  newLeads = 0,
  onChoose,
}: {
  label: string;
  entries: readonly Screen[];
  newLeads?: number;
  onChoose?: (() => void) | undefined;
}) {
  const id = useId();
  return (
    <nav aria-labelledby={id}>
      <p className="sidebar-label" id={id}>
        {label}
      </p>
      <ul>
        {entries.map((screen) => (
          <li key={screen.path}>
            <Entry count={screen.icon === 'message' ? newLeads : 0} onChoose={onChoose} screen={screen} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The six screens, and for owners a second group. The labels name the navigations. */
export function SidebarEntries({ roles, onChoose }: { roles: Roles; onChoose?: () => void }) {
  const { data: newLeads = 0 } = useNewLeadCount(roles.length > 0);
  return (
    <div className="sidebar-groups">
      <Group entries={screens} label="Management" newLeads={newLeads} onChoose={onChoose} />
      {roles.includes('owner') && <Group entries={agencyScreens} label="Agency" onChoose={onChoose} />}
    </div>
  );
}

/** The way back to what visitors see. */
export function PublicSiteLink() {
  return (
    <Link className="sidebar-entry" to="/">
      <Icon name="external" />
      <span className="sidebar-word">View public site</span>
    </Link>
  );
}
