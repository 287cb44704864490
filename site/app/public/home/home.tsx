// The home page: loader, head, hero, about, services, apps sections, the line drawn through them.
import { backendContext } from '../../data/backend-context.ts';
import { serverClient } from '../../data/server-client.ts';
import { readPublishedApps, type AppCardData } from '../apps/read-apps.ts';
import { sitePageHead } from '../../seo/site-page-head.ts';
import { organizationJsonLd, websiteJsonLd } from '../../seo/structured-data.ts';
import { CaseStudyTiles } from '../case-study-tiles/case-study-tiles.tsx';
import { readPublishedCaseStudies } from '../case-study-tiles/read-case-studies.ts';
import { readPublishedServices, type ServiceTileData } from '../services/read-services.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { ClosingBand, ClosingMagentaLine } from '../page/closing-band.tsx';
import type { Route } from './+types/home.ts';
import { homeTexts as t } from './home-texts.ts';
import { emptyListTexts } from '../page/record-texts.ts';
import { PartnerLogos, readPartners } from './partners.tsx';
import { classNames } from '../../ui/class-names.ts';
import { AppCards } from '../apps/app-card.tsx';
import styles from './home-sections.module.css';
import { ServiceTile } from '../services/service-tile.tsx';
import { MagentaLine, type MagentaLineProps } from '../../art/magenta-line.tsx';
import homeLineStyles from './home-line.module.css';
import type { ServerAgency } from '../../agency/agency.ts';
import { MagentaRing } from '../../art/magenta-ring.tsx';
import { RichText } from '../../texts/rich-text.tsx';
import aboutStyles from './about.module.css';
import { useAgency } from '../../agency/use-agency.ts';
import { KeyFigures } from '../../art/key-figures.tsx';
import { ContourArt } from '../../art/contour-art.tsx';
import { homeArtSeed } from '../../seo/site-pages.ts';
import { headerPictureSizesAttribute, pictureSizeOf } from '../../ui/picture-sources.ts';
import { Picture } from '../../ui/picture.tsx';
import heroStyles from './hero.module.css';

type HomeWords = ServerAgency['home'];

/** Limits of the home page (specification, section 9). */
const maxServices = 6;
const maxApps = 3;
/** The number in one row. */
const maxCaseStudies = 3;

export async function loader({ context }: Route.LoaderArgs) {
  const client = serverClient(context);
  const [{ home }, services, apps, partners, studies] = await Promise.all([
    context.get(backendContext).agency.read(),
    readPublishedServices(client, maxServices),
    readPublishedApps(client, maxApps),
    readPartners(client),
    readPublishedCaseStudies(client, maxCaseStudies),
  ]);
  return { home, services, apps, partners, studies };
}

export function meta({ matches }: Route.MetaArgs) {
  return sitePageHead('home', matches, (origin, agency) => [
    organizationJsonLd(origin, agency),
    websiteJsonLd(origin, agency),
  ]);
}

export default function HomePage({
  loaderData: { home, services, apps, partners, studies },
}: Route.ComponentProps) {
  return (
    <div className="with-line">
      <div aria-hidden="true" className="page-end" />
      <Hero home={home} />
      <About home={home} />
      <ServicesSection services={services} />
      {partners.length > 0 && <PartnerLogos partners={partners} />}
      <CaseStudyTiles all={t.caseStudies.all} studies={studies} title={t.caseStudies.title} />
      {apps.length > 0 && <AppsSection apps={apps} text={home.appsText} />}
      <ClosingBand text={home.closingText} title={home.closingTitle}>
        <ButtonLink size="public" to="/contact" variant="buff">
          {t.closing.request}
        </ButtonLink>
      </ClosingBand>
      <HomeLine apps={apps.length} />
    </div>
  );
}

function AppsSection({ apps, text }: { apps: readonly AppCardData[]; text: string }) {
  return (
    <section aria-labelledby="apps-title" className={classNames('band on-shoal', styles.apps)}>
      <div className="page">
        <h2 className="section-title above-line" id="apps-title">
          {t.apps.title}
        </h2>
        <p className="above-line">{text}</p>
        <AppCards apps={apps} level={3} />
      </div>
    </section>
  );
}

function ServicesSection({ services }: { services: readonly ServiceTileData[] }) {
  return (
    <section aria-labelledby="services-title">
      <div className="band">
        <div className={classNames('page', styles.head)}>
          <h2 className="section-title above-line" id="services-title">
            {t.services.title}
          </h2>
          <ButtonLink className="above-line" size="public" to="/services" variant="secondary">
            {t.services.all}
          </ButtonLink>
        </div>
      </div>
      {services.length > 0 ? (
        <ul className={classNames('tiles', styles.tiles)}>
          {services.map((service) => (
            <ServiceTile key={service.slug} level={3} service={service} />
          ))}
        </ul>
      ) : (
        <p className={classNames('page', styles.empty)}>{emptyListTexts.services}</p>
      )}
    </section>
  );
}

/**
 * The segments of the decorative line of the home page: from the ring around "everyone" through the ring of the art
 * and the three facts, along the app logos, to the ring of the last button. Each is drawn from a number of apps on.
 */
const lineSegments: readonly [leastApps: number, MagentaLineProps][] = [
  [0, { className: homeLineStyles.hero, only: 'wide', d: 'M0 72C18 112 52 100 100 0' }],
  [0, { className: homeLineStyles.heroNarrow, only: 'narrow', d: 'M0 0C60 1 100 4 100 20V100' }],
  [0, { className: homeLineStyles.heroRingNarrow, only: 'narrow', d: 'M100 0C100 60 0 36 0 100' }],
  [0, { className: homeLineStyles.heroAbout, only: 'wide', d: 'M0 0C26-4 58-2 66 34C72 62 78 84 52 100' }],
  [0, { className: homeLineStyles.heroLeaveNarrow, only: 'narrow', d: 'M0 0C0 46 100 40 100 100' }],
  [0, { className: homeLineStyles.aboutEnterNarrow, only: 'narrow', d: 'M100 0V86C100 94 70 98 0 100' }],
  [0, { className: homeLineStyles.facts12, d: 'M100 0C86 52 18 34 0 100' }],
  [0, { className: homeLineStyles.facts23, d: 'M100 0C86 52 18 34 0 100' }],
  [0, { className: homeLineStyles.aboutLeave, only: 'wide', d: 'M100 0C96 22 0 24 0 52C0 76 20 90 48 100' }],
  [0, { className: homeLineStyles.aboutLeaveNarrow, only: 'narrow', d: 'M0 0C20 60 100 30 100 100' }],
  [0, { className: homeLineStyles.servicesNarrow, only: 'narrow', d: 'M50 0V100' }],
  [1, { className: homeLineStyles.appsEnter, only: 'wide', d: 'M100 0C92 50 52 88 0 100' }],
  [3, { className: homeLineStyles.apps32, only: 'wide', d: 'M100 100C76 10 32 10 0 100' }],
  [2, { className: homeLineStyles.apps21, only: 'wide', d: 'M100 100C76 10 32 10 0 100' }],
  [1, { className: homeLineStyles.appsLeave, only: 'wide', d: 'M100 0C40 12 0 8 0 40V100' }],
  [
    1,
    {
      className: homeLineStyles.close,
      only: 'wide',
      d: 'M0 0V58C0 92 8 100 26 100S100 104 100 58',
      night: true,
    },
  ],
  [1, { className: homeLineStyles.appsNarrow, only: 'narrow', d: 'M50 0V100' }],
];

function HomeLine({ apps }: { apps: number }) {
  const drawn = lineSegments.filter(([leastApps]) => apps >= leastApps);
  return (
    <>
      {drawn.map(([, segment]) => (
        <MagentaLine {...segment} key={segment.className} />
      ))}
      <ClosingMagentaLine only="narrow" />
    </>
  );
}

function About({ home }: { home: HomeWords }) {
  const facts = [
    { figure: home.aboutFigure1, title: home.aboutLabel1, text: home.aboutText1 },
    { figure: home.aboutFigure2, title: home.aboutLabel2, text: home.aboutText2 },
    { figure: home.aboutFigure3, title: home.aboutLabel3, text: home.aboutText3 },
  ];
  return (
    <section aria-labelledby="about-title" className={classNames('band', aboutStyles.about)} id="about">
      <div className={classNames('page', aboutStyles.row)}>
        <div className="above-line">
          <p className="caption">{t.about.caption}</p>
          <h2 id="about-title">{home.aboutTitle}</h2>
          <p className={aboutStyles.text}>{home.aboutText}</p>
          <ButtonLink size="public" to="/contact" variant="secondary">
            <RichText text={t.about.learnMore} />
          </ButtonLink>
        </div>
        <ul className={aboutStyles.facts}>
          {facts.map(({ figure, title, text }) => (
            <li key={title}>
              <MagentaRing className="above-line" size="lg">
                <span className="display">{figure}</span>
              </MagentaRing>
              <p className="above-line">
                <b>{title}</b>
                {text !== '' && <span className="muted text-16">{text}</span>}
              </p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

/** Draws a ring around the text without its final punctuation, and keeps both on one line. */
function renderRing(content: string) {
  const word = content.replace(/\p{P}+$/u, '');
  return (
    <span className="nowrap">
      <span className={heroStyles.ring}>{word}</span>
      <span>{content.slice(word.length)}</span>
    </span>
  );
}

const titleTags = { newLine: () => <br />, ring: renderRing };

const heroArt = { width: 600, height: 640 };

/** The line of the sample agency starts at the ring around "everyone". */
function Hero({ home }: { home: HomeWords }) {
  const agency = useAgency();
  const facts = [
    { figure: home.heroFigure1, label: home.heroLabel1 },
    { figure: home.heroFigure2, label: home.heroLabel2 },
    { figure: home.heroFigure3, label: home.heroLabel3 },
  ].filter(({ figure }) => figure !== '');
  return (
    <section aria-labelledby="hero-title" className={classNames('split', heroStyles.hero)}>
      <div className={classNames('split-words on-sheet', heroStyles.words)}>
        <p className="text-16 font-semibold">{home.heroCaption}</p>
        <h1 id="hero-title">
          <RichText tags={titleTags} text={heroTitle(home.heroTitle, agency.hasSampleMark)} />
        </h1>
        <p>{home.heroText}</p>
        <div className="flex flex-wrap gap-24">
          <ButtonLink size="public" icon="phone" to="/contact">
            {agency.phone}
          </ButtonLink>
          <ButtonLink size="public" to="/services" variant="secondary">
            {t.hero.services}
          </ButtonLink>
        </div>
      </div>
      <div className={classNames('split-art', heroStyles.art)} data-screen-only="">
        {home.heroImage === '' ? (
          <ContourArt {...heroArt} seed={homeArtSeed(agency)} />
        ) : (
          <Picture
            {...pictureSizeOf(home.heroImage, heroArt)}
            alt={home.heroImageAlt}
            isFirst
            sizes={headerPictureSizesAttribute}
            src={home.heroImage}
          />
        )}
        <KeyFigures className={heroStyles.facts} facts={facts} />
      </div>
      <MagentaRing className={heroStyles.artRing} />
    </section>
  );
}

/**
 * The title as RichText, with its line breaks and a ring around the text between asterisks. A title without asterisks
 * gets the ring at its last word on the sample site, where the decorative line of the page begins at it.
 */
function heroTitle(title: string, hasSampleMark: boolean): string {
  const plain = title.trim().replaceAll(/[<>]/g, '');
  const isRinged = !hasSampleMark || /\*[^*]+\*/.test(plain);
  const marked = isRinged ? plain : plain.replace(/\S+$/, '*$&*');
  return marked
    .replaceAll(/\s*\n\s*/g, ' <newLine></newLine>')
    .replace(/\*([^*]+)\*/, '<ring>$1</ring>')
    .replaceAll('*', '');
}
