import { Icon } from '../../ui/icon.tsx';
import { PageLink } from '../../ui/page-link.tsx';
import { AppBadges, AppLogo, DemoLink } from './app-parts.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import { appCardTexts as texts } from './app-card-texts.ts';
import type { AppCardData } from './read-apps.ts';

/** Feature chips on a card (specification, section 9). */
const maxChips = 4;

export function AppCard({ app, level }: { app: AppCardData; level: 2 | 3 }) {
  const Heading = level === 2 ? 'h2' : 'h3';
  return (
    <li className="app-card">
      <AppLogo app={app} size="md" />
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
