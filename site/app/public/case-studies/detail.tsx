// The public page of one case study: loader, head, story, results, the services behind it.
import { useAgency } from '../../agency/use-agency.ts';
import { serverClient, type ServerClient } from '../../data/server-client.ts';
import { recordPageHead } from '../../seo/record-head.ts';
import { createRecordPageResponse } from '../../seo/record-response.server.ts';
import { articleJsonLd } from '../../seo/structured-data.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { splitParagraphs } from '../../ui/split-paragraphs.ts';
import { ClosingBand, DetailPageMagentaLine } from '../page/closing-band.tsx';
import {
  DetailBody,
  DetailText,
  DetailHeader,
  FramedCard,
  PreviewNotice,
  RecordNotFoundPage,
} from '../page/detail-page.tsx';
import { readPublishedServicesByIds } from '../services/read-services.ts';
import { RelatedServiceTiles } from '../services/related-tiles.tsx';
import type { Route } from './+types/detail.ts';
import { caseStudyTexts as texts } from './case-study-texts.ts';
import { CaseStudyBadges, CaseStudyResult } from '../case-study-tiles/case-study-tiles.tsx';
import styles from '../case-study-tiles/case-study-tiles.module.css';
import { Description } from '../../content/description.tsx';
import { contentTypeOf } from '../../content/content-types.ts';
import { readPublicRecord, type PublicRecord, type RecordParams } from '../../content/read-records.ts';
import { renderMarkdown } from '../../ui/markdown.ts';
import { toCaseStudyTileData, type CaseStudyTileData } from '../case-study-tiles/read-case-studies.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = serverClient(context);
  const study = await readCaseStudy(client, params);
  return createRecordPageResponse(client, 'case_studies', { params, request }, study !== null, {
    study,
    services: study ? await readPublishedServicesByIds(client, study.serviceIds) : [],
  });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const study = loaderData?.study;
  return recordPageHead(
    'case_studies',
    matches,
    loaderData?.previewUntil,
    texts.missing,
    study && {
      name: study.title,
      slug: study.slug,
      texts: [study.excerpt, ...splitParagraphs(study.problem)],
      type: 'article',
      describe: (origin, agency, page) => articleJsonLd(origin, { ...study, ...page }, agency),
    },
  );
}

export default function CaseStudyPage({
  loaderData: { study, services, previewUntil },
}: Route.ComponentProps) {
  const { articleClosing } = useAgency();
  if (!study)
    return <RecordNotFoundPage previewUntil={previewUntil} table="case_studies" title={texts.missing} />;
  return (
    <div className="with-line">
      <PreviewNotice until={previewUntil} />
      <div aria-hidden="true" className="page-end" />
      <DetailHeader
        name={study.title}
        picture={study.cover}
        seed={study.slug}
        table="case_studies"
        tone="sheet"
      >
        <CaseStudyBadges study={study} variant="outline" />
        <h1>{study.title}</h1>
        <p>{study.excerpt}</p>
      </DetailHeader>
      <DetailBody>
        <DetailText>
          {study.problem !== '' && <h2>{texts.problem}</h2>}
          <Description text={study.problem} />
          {study.solution !== null && (
            <>
              <h2>{texts.solution}</h2>
              {/* rendered on the server with raw HTML off (ui/markdown.ts) */}
              <div className="prose" dangerouslySetInnerHTML={{ __html: study.solution }} />
            </>
          )}
          {study.quotation && <Quotation {...study.quotation} />}
        </DetailText>
        {study.results.length > 0 && <Results results={study.results} />}
      </DetailBody>
      <RelatedServiceTiles services={services} title={texts.services} />
      <ClosingBand text={articleClosing} title={texts.closing.title}>
        <ButtonLink size="public" to="/contact" variant="buff">
          {texts.closing.request}
        </ButtonLink>
      </ClosingBand>
      <DetailPageMagentaLine pastPicture={study.cover !== null} />
    </div>
  );
}

/** What the client says, and who says it. */
function Quotation({ quote, name, role }: QuotationData) {
  return (
    <figure className={styles.quotation}>
      <blockquote>
        {splitParagraphs(quote).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </blockquote>
      {(name !== '' || role !== '') && (
        <figcaption>
          {name !== '' && <b>{name}</b>}
          {role !== '' && <span>{role}</span>}
        </figcaption>
      )}
    </figure>
  );
}

/** The results beside the story, with large numbers. */
function Results({ results }: { results: readonly string[] }) {
  return (
    <FramedCard className={styles.results} id="results-title" title={texts.results}>
      <ul className="mt-14">
        {results.map((result) => (
          <li className="py-16 line-top text-17" key={result}>
            <CaseStudyResult text={result} />
          </li>
        ))}
      </ul>
    </FramedCard>
  );
}

interface QuotationData {
  quote: string;
  name: string;
  role: string;
}

interface CaseStudyPageData extends CaseStudyTileData {
  /** plain paragraphs */
  problem: string;
  /** HTML of the solution; null if there is none */
  solution: string | null;
  quotation: QuotationData | null;
  serviceIds: string[];
  publishedAt: string | null;
  updatedAt: string;
}

async function readCaseStudy(client: ServerClient, params: RecordParams): Promise<CaseStudyPageData | null> {
  const row = await readPublicRecord(client, 'case_studies', params);
  return row && toPage(row);
}

function toPage(row: PublicRecord<'case_studies'>): CaseStudyPageData {
  const { topHeading } = contentTypeOf('case_studies').longText;
  return {
    ...toCaseStudyTileData(row),
    problem: row.problem,
    solution: row.body?.trim() ? renderMarkdown(row.body, topHeading).html : null,
    quotation: row.quote === '' ? null : { quote: row.quote, name: row.quote_name, role: row.quote_role },
    serviceIds: row.service_ids,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
  };
}
