import { useLocation } from 'react-router';
import { Logo } from '../../ui/logo.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { FrameLink } from './frame-link.tsx';
import { MenuButton, MenuDrawer } from './menu-drawer.tsx';
import { isActiveLink, navigationLinks } from './navigation.ts';

/** The sticky header of public pages. The drawer is beside it, because a dialog is no part of a banner. */
export function Header() {
  const { pathname } = useLocation();
  return (
    <>
      <header className="header">
        <div className="page header-row">
          <PageLink className="header-logo" to="/">
            <Logo />
          </PageLink>
          <nav aria-label="Main" className="header-nav">
            <ul>
              {navigationLinks.map(({ label, to }) => (
                <li key={to}>
                  <FrameLink aria-current={isActiveLink(to, pathname) ? 'page' : undefined} to={to}>
                    {label}
                  </FrameLink>
                </li>
              ))}
            </ul>
          </nav>
          <MenuButton />
        </div>
      </header>
      <MenuDrawer />
    </>
  );
}
