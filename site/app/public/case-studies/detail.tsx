import { data } from 'react-router';
import { agencyOf } from '../../agency/use-agency.ts';
import { contentTypes, recordPath } from '../../content/content-types.ts';
import { serverClient } from '../../data/server-client.ts';
import { notFoundHead, publicHead } from '../../seo/page-head.ts';
import { loaderHeaders, previewHead, previewResponse } from '../../seo/preview.ts';
import { recordShare } from '../../seo/record-share.ts';
import { redirectIfMoved } from '../../seo/redirect-if-moved.server.ts';
import { seoTexts } from '../../seo/seo-texts.ts';
import { shareImagePath } from '../../seo/share-image-path.ts';
import { article, breadcrumbs } from '../../seo/structured-data.ts';
import { Badge } from '../../ui/badge.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { splitParagraphs } from '../../ui/split-paragraphs.ts';
import { ClosingBand } from '../page/closing-band.tsx';
import { DetailBody, DetailText } from '../page/detail-body.tsx';
import { DetailHeader } from '../page/detail-header.tsx';
import { DetailLine } from '../page/detail-line.tsx';
import { MissingRecord } from '../page/missing-record.tsx';
import { PreviewExpired, PreviewNote } from '../page/preview-note.tsx';
import { readServicesByIds } from '../services/read-services.ts';
import { RelatedTiles } from '../services/related-tiles.tsx';
import type { Route } from './+types/detail.ts';
import { caseStudiesTexts as texts } from './case-studies-texts.ts';
import { readCaseStudyBySlug, readCaseStudyPreview } from './read-case-study.ts';
import { Results } from './results.tsx';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = serverClient(context);
  const { token } = params;
  const study =
    token === undefined
      ? await readCaseStudyBySlug(client, params.slug)
      : await readCaseStudyPreview(client, token);
  const shown = { study, services: study ? await readServicesByIds(client, study.serviceIds) : [] };
  if (token !== undefined) return previewResponse(shown, study && token);
  const status = study ? 200 : await redirectIfMoved(client, 'case_studies', params.slug, request);
  return data({ ...shown, previewUntil: null }, { status });
}

export const headers = loaderHeaders;

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const study = loaderData?.study;
  if (loaderData?.previewUntil !== null) return previewHead(matches, study?.title);
  if (!study) return notFoundHead(matches, texts.missing, seoTexts.missing);
  const path = recordPath('case_studies', study.slug);
  const facts = recordShare('case_studies', { name: study.title, slug: study.slug, category: null });
  const image = study.cover?.url ?? shareImagePath('case_studies', study.slug, facts, agencyOf(matches));
  return publicHead({
    matches,
    path,
    title: study.title,
    texts: [study.excerpt, ...splitParagraphs(study.problem)],
    type: 'article',
    share: { kind: 'case_studies', slug: study.slug, facts },
    describe: (origin, agency) => [
      article(origin, { ...study, name: study.title, path, image }, agency),
      breadcrumbs(origin, [
        { name: contentTypes.case_studies.label, path: contentTypes.case_studies.path },
        { name: study.title, path },
      ]),
    ],
  });
}

export default function CaseStudy({ loaderData: { study, services, previewUntil } }: Route.ComponentProps) {
  if (!study && previewUntil !== null) return <PreviewExpired />;
  if (!study) return <MissingRecord table="case_studies" title={texts.missing} />;
  return (
    <div className="with-line">
      <PreviewNote until={previewUntil} />
      <div aria-hidden="true" className="page-end" />
      <DetailHeader picture={study.cover} seed={study.slug} terrainSeed={study.title} tone="sheet">
        <Breadcrumbs
          current={study.title}
          list={contentTypes.case_studies.label}
          to={contentTypes.case_studies.path}
        />
        {study.client !== '' && <Badge variant="outline">{study.client}</Badge>}
        <h1>{study.title}</h1>
        <p>{study.excerpt}</p>
      </DetailHeader>
      <DetailBody>
        <DetailText>
          {study.problem !== '' && <h2>{texts.problem}</h2>}
          {splitParagraphs(study.problem).map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
          {study.solution !== null && (
            <>
              <h2>{texts.solution}</h2>
              {/* rendered on the server with raw HTML off (ui/markdown.ts) */}
              <div className="prose" dangerouslySetInnerHTML={{ __html: study.solution }} />
            </>
          )}
        </DetailText>
        {study.results.length > 0 && <Results results={study.results} />}
      </DetailBody>
      <RelatedTiles services={services} title={texts.services} />
      <ClosingBand text={texts.closing.text} title={texts.closing.title}>
        <ButtonLink size="public" to="/contact" variant="buff">
          {texts.closing.request}
        </ButtonLink>
      </ClosingBand>
      <DetailLine pastPicture={study.cover !== null} />
    </div>
  );
}
