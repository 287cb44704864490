// The public page that lists published case studies: loader, head, tiles.
import { useAgency } from '../../agency/use-agency.ts';
import { contentTypes } from '../../content/content-types.ts';
import { serverClient } from '../../data/server-client.ts';
import { contentListHead } from '../../seo/site-page-head.ts';
import { CaseStudyTile } from '../case-study-tiles/case-study-tiles.tsx';
import { readPublishedCaseStudies } from '../case-study-tiles/read-case-studies.ts';
import { EmptyListNotice, PageTitleHeader } from '../page/page-title-header.tsx';
import { emptyListTexts } from '../page/record-texts.ts';
import type { Route } from './+types/list.ts';

export async function loader({ context }: Route.LoaderArgs) {
  return { studies: await readPublishedCaseStudies(serverClient(context)) };
}

export function meta({ loaderData, matches }: Route.MetaArgs) {
  const studies = loaderData.studies.map(({ title, slug }) => ({ name: title, slug }));
  return contentListHead('case_studies', matches, studies);
}

export default function CaseStudiesPage({ loaderData: { studies } }: Route.ComponentProps) {
  return (
    <>
      <PageTitleHeader title={contentTypes.case_studies.list.title}>
        <p>{useAgency().caseStudiesIntro}</p>
      </PageTitleHeader>
      {studies.length === 0 ? (
        <EmptyListNotice className="page py-72" text={emptyListTexts.case_studies} />
      ) : (
        <ul className="tiles">
          {studies.map((study) => (
            <CaseStudyTile key={study.slug} level={2} study={study} />
          ))}
        </ul>
      )}
    </>
  );
}
