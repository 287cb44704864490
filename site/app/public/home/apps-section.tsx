import { AppCard } from '../apps/app-card.tsx';
import type { AppCardData } from '../apps/read-apps.ts';

export function AppsSection({ apps }: { apps: readonly AppCardData[] }) {
  return (
    <section aria-labelledby="apps-title" className="band on-shoal home-apps">
      <div className="page">
        <h2 className="section-title above-line" id="apps-title">
          Technology & Apps
        </h2>
        <p className="home-apps-text above-line">
          Small tools we build, use every day and can set up for you.
        </p>
        <ul className="app-cards">
          {apps.map((app) => (
            <AppCard app={app} key={app.slug} level={3} />
          ))}
        </ul>
      </div>
    </section>
  );
}
