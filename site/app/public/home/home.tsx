import { data } from 'react-router';
import { backendContext } from '../../data/backend-context.ts';
import { serverClient } from '../../data/server-client.ts';
import { readPublishedApps } from '../apps/read-apps.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import { organization, website } from '../../seo/structured-data.ts';
import { CaseStudyTiles } from '../case-study-tiles/case-study-tiles.tsx';
import { readPublishedCaseStudies } from '../case-study-tiles/read-case-studies.ts';
import { readPublishedServices } from '../services/read-services.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ClosingBand } from '../page/closing-band.tsx';
import type { Route } from './+types/home.ts';
import { About } from './about.tsx';
import { AppsSection } from './apps-section.tsx';
import { Hero } from './hero.tsx';
import { HomeLine } from './home-line.tsx';
import { homeTexts } from './home-texts.ts';
import { Partners } from './partners.tsx';
import { readPartners } from './read-partners.ts';
import { ServicesSection } from './services-section.tsx';

const texts = homeTexts.closing;

/** Limits of the home page (specification, section 9). */
const maxServices = 6;
const maxApps = 3;
/** One row. */
const maxCaseStudies = 3;

/** Shown by the dashboard within itself, and by no other site: server/site/create-renderer.ts keeps this header. */
const framedHeaders = { 'X-Frame-Options': 'SAMEORIGIN' };

/** Also at /preview/home, where an owner tries other colours on it. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const client = serverClient(context);
  const [{ home }, services, apps, partners, studies] = await Promise.all([
    context.get(backendContext).agency.read(),
    readPublishedServices(client, maxServices),
    readPublishedApps(client, maxApps),
    readPartners(client),
    readPublishedCaseStudies(client, maxCaseStudies),
  ]);
  const isFramed = new URL(request.url).pathname.startsWith('/preview/');
  return data({ home, services, apps, partners, studies }, isFramed ? { headers: framedHeaders } : {});
}

export function headers({ loaderHeaders }: Route.HeadersArgs) {
  return loaderHeaders;
}

export function meta({ matches }: Route.MetaArgs) {
  return sitePageHead('home', matches, (origin, agency) => [
    organization(origin, agency),
    website(origin, agency),
  ]);
}

export default function Home({
  loaderData: { home, services, apps, partners, studies },
}: Route.ComponentProps) {
  return (
    <div className="with-line">
      <div aria-hidden="true" className="page-end" />
      <Hero home={home} />
      <About home={home} />
      <ServicesSection services={services} />
      {partners.length > 0 && <Partners partners={partners} />}
      <CaseStudyTiles all={homeTexts.caseStudies.all} studies={studies} title={homeTexts.caseStudies.title} />
      {apps.length > 0 && <AppsSection apps={apps} />}
      <ClosingBand text={home.closingText} title={home.closingTitle}>
        <ButtonLink size="public" to="/contact" variant="buff">
          {texts.request}
        </ButtonLink>
      </ClosingBand>
      <HomeLine apps={apps.length} />
    </div>
  );
}
