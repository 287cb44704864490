// The card of an app, with parts that its page shows as well.
import type { ReactNode } from 'react';
import { RichText } from '../../texts/rich-text.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Icon } from '../../ui/icon.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { appCardTexts as texts } from '../page/record-texts.ts';
import styles from './app.module.css';
import type { AppCardData } from './read-apps.ts';
import { isSafeUrl } from '../../ui/is-safe-url.ts';
import { Badge } from '../../ui/badge.tsx';
import { MagentaRing } from '../../art/magenta-ring.tsx';

/** Number of feature chips on a card (specification, section 9). */
const maxChips = 4;

export interface AppCardsProps {
  apps: readonly AppCardData[];
  /** the level of the heading */
  level: 2 | 3;
  /** a call to action in the last row */
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
      <p className="mt-12">{app.pitch}</p>
      {app.chips.length > 0 && (
        <ul aria-label={texts.features} className="chips mt-12">
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

/** The logo in a ring, or the initial. */
export function AppLogo({ app, isFirst = false }: { app: AppCardData; isFirst?: boolean }) {
  return (
    <MagentaRing className={styles.logo}>
      {app.logo ? (
        <img
          alt={app.logo.alt}
          height={48}
          loading={isFirst ? 'eager' : 'lazy'}
          src={app.logo.url}
          width={48}
        />
      ) : (
        <span aria-hidden="true">{app.name.slice(0, 1)}</span>
      )}
    </MagentaRing>
  );
}

export function AppBadges({ app }: { app: AppCardData }) {
  return (
    <ul aria-label={texts.badges} className="cluster gap-8">
      {app.category !== null && app.category !== '' && (
        <li>
          <Badge variant="land">{app.category}</Badge>
        </li>
      )}
      {app.platforms.map((platform) => (
        <li key={platform}>
          <Badge variant="outline">{platform}</Badge>
        </li>
      ))}
    </ul>
  );
}

export function DemoLink({ app, className, text }: { app: AppCardData; className: string; text: string }) {
  if (!app.demoUrl || !isSafeUrl(app.demoUrl)) return null;
  return (
    <a
      className={className}
      data-size="public"
      data-variant="primary"
      href={app.demoUrl}
      rel="noreferrer"
      target="_blank"
    >
      <RichText text={text} />
      <Icon name="external" />
    </a>
  );
}
