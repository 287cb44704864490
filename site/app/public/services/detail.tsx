import { data } from 'react-router';
import { useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { CaseStudyTiles } from '../case-study-tiles/case-study-tiles.tsx';
import { readCaseStudiesOf } from '../case-study-tiles/read-case-studies.ts';
import { ProposalButton } from '../lead-form/proposal-button.tsx';
import { ProposalDialog } from '../lead-form/proposal-dialog.tsx';
import { readFormState } from '../lead-form/read-form-state.ts';
import { receiveLead } from '../lead-form/receive-lead.ts';
import { redirectIfMoved } from '../../seo/redirect-if-moved.server.ts';
import { notFoundHead, publicHead, withoutTitle } from '../../seo/page-head.ts';
import { contentTypes, recordPath } from '../../content/content-types.ts';
import { Description, openingOf } from '../../content/description.tsx';
import { recordShare } from '../../seo/record-share.ts';
import { breadcrumbs, service as describeService } from '../../seo/structured-data.ts';
import { Badge } from '../../ui/badge.tsx';
import { ClosingBand } from '../page/closing-band.tsx';
import { Breadcrumbs } from '../../ui/breadcrumbs.tsx';
import { MissingRecord } from '../page/missing-record.tsx';
import { DetailBody, DetailText, FeatureList } from '../page/detail-body.tsx';
import { DetailHeader } from '../page/detail-header.tsx';
import { DetailLine } from '../page/detail-line.tsx';
import { loaderHeaders, previewResponse, previewHead, recordTitle } from '../../seo/preview.ts';
import { PreviewNote, PreviewExpired } from '../page/preview-note.tsx';
import type { Route } from './+types/detail.ts';
import { PriceCard } from './price-card.tsx';
import { readPublishedServices, readServiceBySlug, readServicePreview } from './read-services.ts';
import { relatedServices } from './related-services.ts';
import { RelatedTiles } from './related-tiles.tsx';
import { serviceFacts } from './service-facts.ts';
import { serviceTexts as texts } from './service-texts.ts';
import { seoTexts } from '../../seo/seo-texts.ts';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = serverClient(context);
  const [service, all] = await Promise.all([readService(client, params), readPublishedServices(client)]);
  const related = service ? relatedServices(service, all) : [];
  const studies = service ? await readCaseStudiesOf(client, service.id) : [];
  const shown = { service, related, studies, form: readFormState(request) };
  if (params.token !== undefined) return previewResponse(shown, service && params.token);
  const status = service ? 200 : await redirectIfMoved(client, 'services', params.slug, request);
  return data({ ...shown, previewUntil: null }, { status });
}

export const headers = loaderHeaders;
export { clientAction, shouldRevalidate } from '../lead-form/form-route.ts';

function readService(client: ReturnType<typeof serverClient>, params: Route.LoaderArgs['params']) {
  return params.token === undefined
    ? readServiceBySlug(client, params.slug)
    : readServicePreview(client, params.token);
}

/** The lead keeps the page's service. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const service = await readService(serverClient(context), params);
  return receiveLead({ context, request, kind: 'proposal', serviceId: service?.id ?? null });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const service = loaderData?.service;
  if (loaderData?.previewUntil !== null) {
    const head = previewHead(matches, service?.name);
    return service ? withoutTitle(head) : head;
  }
  if (!service) return notFoundHead(matches, texts.missing, seoTexts.missing);
  const path = recordPath('services', service.slug);
  const head = publicHead({
    matches,
    path,
    title: service.name,
    texts: [service.pitch, ...openingOf(service.description)],
    share: { kind: 'services', slug: service.slug, facts: recordShare('services', service) },
    describe: (origin, agency) => [
      describeService(origin, { ...service, path }, agency),
      breadcrumbs(origin, [
        { name: contentTypes.services.label, path: contentTypes.services.path },
        { name: service.name, path },
      ]),
    ],
  });
  return withoutTitle(head);
}

export default function Service({
  loaderData: { service, related, studies, form, previewUntil },
  actionData,
}: Route.ComponentProps) {
  const agency = useAgency();
  if (!service && previewUntil !== null) return <PreviewExpired />;
  if (!service) return <MissingRecord table="services" title={texts.missing} />;
  return (
    <div className="with-line">
      <PreviewNote until={previewUntil} />
      <div aria-hidden="true" className="page-end" />
      <DetailHeader
        facts={serviceFacts(service, agency.consultationMinutes)}
        picture={service.picture}
        seed={service.slug}
        tone="sheet"
        terrainSeed={service.category}
      >
        <Breadcrumbs
          current={service.name}
          list={contentTypes.services.label}
          to={contentTypes.services.path}
        />
        {service.category !== null && <Badge variant="outline">{service.category}</Badge>}
        <h1>{service.name}</h1>
        <p>{service.pitch}</p>
      </DetailHeader>
      <DetailBody>
        <DetailText>
          <Description text={service.description} />
          {service.chips.length > 0 && (
            <>
              <h2>{texts.features}</h2>
              <FeatureList features={service.chips} />
            </>
          )}
        </DetailText>
        {service.prices.length > 0 && (
          <PriceCard prices={service.prices}>
            <ProposalButton>{texts.request}</ProposalButton>
          </PriceCard>
        )}
      </DetailBody>
      <CaseStudyTiles studies={studies} title={texts.studies} />
      <RelatedTiles services={related} title={texts.related} />
      <ClosingBand text={texts.closing.text} title={texts.closing.title}>
        <ProposalButton variant="buff">{texts.request}</ProposalButton>
      </ClosingBand>
      <ProposalDialog
        actionData={actionData}
        form={form}
        pageTitle={recordTitle(service.name, agency.name, previewUntil)}
        serviceName={service.name}
      />
      <DetailLine pastPicture={service.picture !== null} />
    </div>
  );
}
