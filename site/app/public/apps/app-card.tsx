import type { ReactNode } from 'react';
import { RichText } from '../../texts/rich-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { appCardTexts as texts } from './app-card-texts.ts';
import { AppBadges, AppLogo, DemoLink } from './app-parts.tsx';
import styles from './app.module.css';
import type { AppCardData } from './read-apps.ts';

/** Feature chips on a card (specification, section 9). */
const maxChips = 4;

export interface AppCardsProps {
  apps: readonly AppCardData[];
  /** of the headings */
  level: 2 | 3;
  /** asks, in the last row */
  children?: ReactNode;
}

export function AppCards({ apps, level, children }: AppCardsProps) {
  return (
    <ul className={styles.cards}>
      {apps.map((app) => (
        <AppCard app={app} key={app.slug} level={level} />
      ))}
      {children}
    </ul>
  );
}

function AppCard({ app, level }: { app: AppCardData; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li className={classNames('tile-words', styles.card)} data-app-card="">
      <AppLogo app={app} />
      <AppBadges app={app} />
      <Heading>{app.name}</Heading>
      <p className="tile-pitch">{app.pitch}</p>
      {app.chips.length > 0 && (
        <ul aria-label={texts.features} className="chips">
          {app.chips.slice(0, maxChips).map((chip) => (
            <li className="buoy" key={chip}>
              {chip}
            </li>
          ))}
        </ul>
      )}
      <div className="tile-foot">
        <PageLink className="text-link" to={`/apps/${app.slug}`}>
          <RichText text={texts.learnMore(app.name)} />
          <Icon name="arrow-right" />
        </PageLink>
        <DemoLink app={app} className="text-link" text={texts.demo(app.name)} />
      </div>
    </li>
  );
}
