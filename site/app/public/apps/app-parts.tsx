import { isSafeUrl } from '../../ui/is-safe-url.ts';
import { Badge } from '../../ui/badge.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Ring } from '../../art/ring.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import styles from './app.module.css';
import { appCardTexts } from './app-card-texts.ts';
import type { AppCardData } from './read-apps.ts';

/** The logo in a ring, or the initial. */
export function AppLogo({ app, isFirst = false }: { app: AppCardData; isFirst?: boolean }) {
  return (
    <Ring className={styles.logo}>
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
    </Ring>
  );
}

export function AppBadges({ app }: { app: AppCardData }) {
  return (
    <ul aria-label={appCardTexts.badges} className="cluster gap-8">
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
