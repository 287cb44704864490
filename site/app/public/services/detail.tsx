// The public page of one service: loader, proposal form action, head, price list, related services.
import type { Agency } from '../../agency/agency.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { serverClient } from '../../data/server-client.ts';
import { CaseStudyTiles } from '../case-study-tiles/case-study-tiles.tsx';
import { readNewestCaseStudiesOfService } from '../case-study-tiles/read-case-studies.ts';
import { ProposalButton, ProposalDialog } from '../lead-form/proposal-dialog.tsx';
import { readLeadFormUrlState } from '../lead-form/form-route.ts';
import { receiveLead } from '../lead-form/receive-lead.ts';
import { removeHeadTitle } from '../../seo/page-head.ts';
import { Description, firstParagraphsOf } from '../../content/description.tsx';
import { serviceJsonLd as describeService } from '../../seo/structured-data.ts';
import { Badge } from '../../ui/badge.tsx';
import { ClosingBand, DetailPageMagentaLine } from '../page/closing-band.tsx';
import {
  RecordNotFoundPage,
  DetailBody,
  DetailText,
  FeatureList,
  DetailHeader,
  FramedCard,
  PreviewNotice,
} from '../page/detail-page.tsx';
import { recordPageTitle, recordPageHead } from '../../seo/record-head.ts';
import { createRecordPageResponse } from '../../seo/record-response.server.ts';
import type { Route } from './+types/detail.ts';
import { readPublishedServices, readService, type ServicePageData } from './read-services.ts';
import { relatedServices, RelatedServiceTiles } from './related-tiles.tsx';
import { serviceTexts as t } from './service-texts.ts';
import type { KeyFigure } from '../../art/key-figures.tsx';
import { formatDollars } from '../../ui/format-values.ts';
import type { Price } from '../../content/pricing.ts';
import type { ReactNode } from 'react';
import { RichText } from '../../texts/rich-text.tsx';
import styles from './service-prices.module.css';

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const client = serverClient(context);
  const [service, all] = await Promise.all([readService(client, params), readPublishedServices(client)]);
  return createRecordPageResponse(client, 'services', { params, request }, service !== null, {
    service,
    related: service ? relatedServices(service, all) : [],
    studies: service ? await readNewestCaseStudiesOfService(client, service.id) : [],
    form: readLeadFormUrlState(request),
  });
}

export { clientAction, shouldRevalidate } from '../lead-form/form-route.ts';

/** A lead from this page has the page's service. */
export async function action({ context, params, request }: Route.ActionArgs) {
  const service = await readService(serverClient(context), params);
  return receiveLead({ context, request, kind: 'proposal', serviceId: service?.id ?? null });
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const service = loaderData?.service;
  const head = recordPageHead(
    'services',
    matches,
    loaderData?.previewUntil,
    t.missing,
    service && {
      name: service.name,
      slug: service.slug,
      category: service.category,
      seo: service.seo,
      texts: [service.pitch, ...firstParagraphsOf(service.description)],
      describe: (origin, agency, { path }) => describeService(origin, { ...service, path }, agency),
    },
  );
  return service ? removeHeadTitle(head) : head;
}

export default function ServicePage({
  loaderData: { service, related, studies, form, previewUntil },
  actionData,
}: Route.ComponentProps) {
  const agency = useAgency();
  if (!service) return <RecordNotFoundPage previewUntil={previewUntil} table="services" title={t.missing} />;
  return (
    <div className="with-line">
      <PreviewNotice until={previewUntil} />
      <div aria-hidden="true" className="page-end" />
      <DetailHeader
        facts={serviceFacts(service, agency)}
        name={service.name}
        picture={service.picture}
        seed={service.slug}
        table="services"
        tone="sheet"
      >
        {service.category !== null && <Badge variant="outline">{service.category}</Badge>}
        <h1>{service.name}</h1>
        <p>{service.pitch}</p>
      </DetailHeader>
      <DetailBody>
        <DetailText>
          <Description text={service.description} />
          {service.chips.length > 0 && (
            <>
              <h2>{t.features}</h2>
              <FeatureList features={service.chips} />
            </>
          )}
        </DetailText>
        {service.prices.length > 0 && (
          <PriceCard prices={service.prices}>
            <ProposalButton>{t.request}</ProposalButton>
          </PriceCard>
        )}
      </DetailBody>
      <CaseStudyTiles studies={studies} title={t.studies} />
      <RelatedServiceTiles services={related} title={t.related} />
      <ClosingBand text={agency.serviceClosing} title={t.closing.title}>
        <ProposalButton variant="buff">{t.request}</ProposalButton>
      </ClosingBand>
      <ProposalDialog
        actionData={actionData}
        form={form}
        pageTitle={recordPageTitle(service, agency.name, previewUntil)}
        serviceName={service.name}
      />
      <DetailPageMagentaLine pastPicture={service.picture !== null} />
    </div>
  );
}

/** Facts for a service's art. The first price is the main offer. */
function serviceFacts({ prices: [first], chips }: ServicePageData, agency: Agency): KeyFigure[] {
  const { consultationMinutes, payForResults } = agency;
  const figure = first && (first.amount === 0 ? payForResults : formatDollars(first.amount));
  const price: KeyFigure | undefined = first && figure ? { figure, label: first.name } : undefined;
  const features: KeyFigure = {
    figure: String(chips.length),
    label: t.facts.parts(chips.length),
  };
  const consultation: KeyFigure = {
    figure: t.facts.consultationLength(consultationMinutes),
    label: t.facts.consultation,
  };
  return [price ?? features, consultation];
}

const tags = {
  price: (words: string) => <span className="figure">{words}</span>,
  note: (words: string) => <small>{words}</small>,
};

/** Whether the name contains the unit, as in "Monthly care"; then the unit is not shown beside the price. */
function isIn(name: string, unit: string | null): boolean {
  return unit !== null && name.toLowerCase().includes(unit);
}

/** The price list; `children` are the buttons below it. */
function PriceCard({ prices, children }: { prices: readonly Price[]; children: ReactNode }) {
  const { payForResults } = useAgency();
  return (
    <FramedCard className={styles.card} id="pricing-title" title={t.pricing.title}>
      <dl className="mt-14">
        {prices.map(({ name, amount, unit, isAddOn }) => (
          <div key={name}>
            <dt>
              <RichText tags={tags} text={t.pricing.offer(name, isAddOn)} />
            </dt>
            {amount === 0 ? (
              payForResults !== '' && <dd className={styles.results}>{payForResults}</dd>
            ) : (
              <dd>
                <RichText
                  tags={tags}
                  text={t.pricing.price(formatDollars(amount), isIn(name, unit) ? null : unit)}
                />
              </dd>
            )}
          </div>
        ))}
      </dl>
      <p>{t.pricing.note}</p>
      {children}
    </FramedCard>
  );
}
