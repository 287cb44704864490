import { useLocation } from 'react-router';
import { classNames } from '../../ui/class-names.ts';
import { Logo } from '../../ui/logo.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { FrameLink } from './frame-link.tsx';
import styles from './header.module.css';
import { layoutTexts } from './layout-texts.ts';
import { MenuButton, MenuDrawer } from './menu-drawer.tsx';
import { isActiveLink, navigationLinks } from './navigation.ts';

/** The sticky header of public pages. The drawer is beside it, because a dialog is no part of a banner. */
export function Header() {
  const { pathname } = useLocation();
  return (
    <>
      <header className={styles.header}>
        <div className={classNames('page', styles.row)}>
          <PageLink className="tap-target" to="/">
            <Logo />
          </PageLink>
          <nav aria-label={layoutTexts.navigation} className={styles.links} data-screen-only="">
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
