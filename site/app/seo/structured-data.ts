// Builds the schema.org JSON-LD of pages: organization, breadcrumbs, service, app, article.
import type { Agency } from '../agency/agency.ts';
import type { WeekDayName, WeeklyOpeningHours } from '../agency/agency-field-definition.ts';
import { productSettings } from '../agency/product-settings.ts';
import { seoTexts } from './seo-texts.ts';

/** A schema.org object. Its texts are also visible on the page. */
export type JsonLd = { '@type': string } & Record<string, unknown>;

export interface NamedPage {
  name: string;
  path: string;
}

export interface TitledPage {
  title: string;
  path: string;
}

export function jsonLdGraph(items: readonly JsonLd[]) {
  return { '@context': 'https://schema.org', '@graph': items };
}

/**
 * The agency, used in full on the home and contact pages. It is no LocalBusiness, because visitors may not be welcome
 * at a mailing address.
 */
export function organizationJsonLd(origin: string, agency: Agency): JsonLd {
  const opening = openingHours(agency.openingHours);
  return {
    ...publisher(origin, agency),
    url: `${origin}/`,
    logo: new URL(agency.logo?.url ?? '/apple-touch-icon.png', origin).href,
    description: agency.statement,
    ...(agency.legalName !== '' && { legalName: agency.legalName }),
    ...(agency.socialLinks.length > 0 && { sameAs: agency.socialLinks }),
    ...(agency.street !== '' && { address: postalAddress(agency) }),
    telephone: dialledNumber(agency),
    areaServed: 'CA',
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'sales',
      telephone: dialledNumber(agency),
      email: agency.email,
      areaServed: 'CA',
      availableLanguage: 'en',
      ...(opening.length > 0 && { hoursAvailable: opening }),
    },
  };
}

/** The phone number in E.164: "+18005550199". */
function dialledNumber({ phoneHref }: Agency): string {
  return phoneHref.replace(/^tel:/, '');
}

function postalAddress({ street, city, province, postalCode, country }: Agency): JsonLd {
  const region = { addressLocality: city, addressRegion: province, postalCode, addressCountry: country };
  return { '@type': 'PostalAddress', streetAddress: street, ...filled(region) };
}

const dayNames: [WeekDayName, string][] = [
  ['mon', 'https://schema.org/Monday'],
  ['tue', 'https://schema.org/Tuesday'],
  ['wed', 'https://schema.org/Wednesday'],
  ['thu', 'https://schema.org/Thursday'],
  ['fri', 'https://schema.org/Friday'],
  ['sat', 'https://schema.org/Saturday'],
  ['sun', 'https://schema.org/Sunday'],
];

function openingHours(hours: WeeklyOpeningHours): JsonLd[] {
  return dayNames.flatMap(([day, dayOfWeek]) => {
    const [opens, closes] = hours[day] ?? [];
    return opens === undefined ? [] : [{ '@type': 'OpeningHoursSpecification', dayOfWeek, opens, closes }];
  });
}

/** A reference to the agency by its `@id`. */
function publisher(origin: string, agency: Agency): JsonLd {
  return { '@type': 'Organization', '@id': `${origin}/#organization`, name: agency.name, url: `${origin}/` };
}

export function websiteJsonLd(origin: string, agency: Agency): JsonLd {
  return {
    '@type': 'WebSite',
    '@id': `${origin}/#website`,
    url: `${origin}/`,
    name: agency.name,
    inLanguage: productSettings.locale,
    publisher: { '@id': `${origin}/#organization` },
  };
}

/** WebPage or ContactPage. */
export function webPageJsonLd(origin: string, type: string, { title, path }: TitledPage, more = {}): JsonLd {
  return { '@type': type, url: origin + path, name: title, inLanguage: productSettings.locale, ...more };
}

/** A list page with its items in the order shown. */
export function collectionJsonLd(origin: string, page: TitledPage, items: readonly NamedPage[]): JsonLd[] {
  const list = {
    '@type': 'ItemList',
    numberOfItems: items.length,
    itemListElement: items.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      url: origin + path,
      name,
    })),
  };
  return [
    webPageJsonLd(origin, 'CollectionPage', page, { mainEntity: list }),
    breadcrumbsJsonLd(origin, [
      { name: seoTexts.home, path: '/' },
      { name: page.title, path: page.path },
    ]),
  ];
}

export function breadcrumbsJsonLd(origin: string, trail: readonly NamedPage[]): JsonLd {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, i) => ({
      '@type': 'ListItem',
      position: i + 1,
      name,
      item: origin + path,
    })),
  };
}

export interface ServiceJsonLdInput extends NamedPage {
  pitch: string;
  category: string | null;
  prices: readonly { name: string; amount: number; unit: string | null }[];
}

/** A service with an offer for each price; "pay for results" has none. */
export function serviceJsonLd(
  origin: string,
  { name, path, pitch, category, prices }: ServiceJsonLdInput,
  agency: Agency,
): JsonLd {
  const offers = prices
    .filter(({ amount }) => amount > 0)
    .map((price) => ({
      '@type': 'Offer',
      name: price.name,
      price: price.amount,
      priceCurrency: productSettings.currency,
      ...(price.unit === null ? {} : { priceSpecification: unitPrice(price.amount, price.unit) }),
    }));
  return {
    '@type': 'Service',
    name,
    url: origin + path,
    ...filled({ description: pitch, category }),
    provider: publisher(origin, agency),
    areaServed: 'CA',
    ...(offers.length > 0 ? { offers } : {}),
  };
}

function unitPrice(price: number, unitText: string) {
  return { '@type': 'UnitPriceSpecification', price, priceCurrency: productSettings.currency, unitText };
}

export interface SoftwareAppJsonLdInput extends NamedPage {
  pitch: string;
  category: string | null;
  platforms: readonly string[];
  chips: readonly string[];
  screenshots: readonly { url: string; alt: string }[];
}

/** An app without ratings or prices, because the page does not show them. */
export function softwareApplicationJsonLd(
  origin: string,
  app: SoftwareAppJsonLdInput,
  agency: Agency,
): JsonLd {
  return {
    '@type': 'SoftwareApplication',
    name: app.name,
    url: origin + app.path,
    ...filled({
      description: app.pitch,
      applicationCategory: app.category,
      operatingSystem: app.platforms.join(', '),
    }),
    ...(app.chips.length > 0 ? { featureList: app.chips } : {}),
    ...(app.screenshots.length > 0
      ? {
          screenshot: app.screenshots.map(({ url, alt }) => ({
            '@type': 'ImageObject',
            contentUrl: new URL(url, origin).href,
            ...filled({ caption: alt }),
          })),
        }
      : {}),
    provider: publisher(origin, agency),
  };
}

export interface ArticleJsonLdInput extends TitledPage {
  excerpt: string;
  publishedAt: string | null;
  updatedAt: string;
  /** shown in place of `image`, the share image; the URLs are paths or absolute */
  cover: { url: string } | null;
  image: string;
}

export function blogPostingJsonLd(origin: string, post: ArticleJsonLdInput, agency: Agency): JsonLd {
  const { publishedAt } = post;
  // A post may be published later than it was last edited.
  const changedAt = publishedAt !== null && publishedAt > post.updatedAt ? publishedAt : post.updatedAt;
  return {
    '@type': 'BlogPosting',
    headline: post.title,
    url: origin + post.path,
    mainEntityOfPage: origin + post.path,
    ...filled({ description: post.excerpt, datePublished: publishedAt }),
    dateModified: changedAt,
    image: new URL(post.cover?.url ?? post.image, origin).href,
    inLanguage: productSettings.locale,
    author: publisher(origin, agency),
    publisher: publisher(origin, agency),
  };
}

/** A case study. */
export function articleJsonLd(origin: string, post: ArticleJsonLdInput, agency: Agency): JsonLd {
  return { ...blogPostingJsonLd(origin, post, agency), '@type': 'Article' };
}

function filled(values: Record<string, string | null>) {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null && value !== ''));
}
