// The redirects that renamed pages made, each with its reason.
import { useAgency } from '../../../agency/use-agency.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { formatDateTime } from '../../../ui/format-values.ts';
import { PagedList } from '../../screen/paged-list.tsx';
import screenStyles from '../../screen/screen.module.css';
import { redirectTexts } from './redirect-texts.ts';
import { useFormerAddresses, type FormerAddress } from './use-redirects.ts';

const t = redirectTexts.automatic;

export function AutomaticRedirects() {
  const addresses = useFormerAddresses();
  return (
    <section aria-labelledby="automatic-redirects" className="stack gap-14">
      <h2 className={screenStyles.panelTitle} id="automatic-redirects">
        {t.title}
      </h2>
      <p className="small muted">{t.hint}</p>
      <PagedList className="stack gap-14" emptyText={t.empty} query={addresses} what={t.what}>
        {(address) => <AutomaticRedirect address={address} />}
      </PagedList>
    </section>
  );
}

function AutomaticRedirect({ address }: { address: FormerAddress }) {
  const { timeZone } = useAgency();
  const { from, record, created_at: createdAt } = address;
  const time = formatDateTime(createdAt, timeZone);
  const isLeading = record?.isPublic === true;
  const reason = !record ? t.deleted(time) : isLeading ? t.renamed(record.name, time) : t.unpublished(record.name);
  return (
    <div className={`stack gap-6 p-16-20 ${screenStyles.panel}`}>
      <p>
        <RichText
          tags={{ from: (text) => <b>{text}</b>, target: (text) => <b>{text}</b> }}
          text={isLeading ? t.leadsTo(from, record.path) : t.leadsNowhere(from)}
        />
      </p>
      <p className="small muted">
        <RichText tags={{ time: (text) => <time dateTime={createdAt}>{text}</time> }} text={reason} />
      </p>
    </div>
  );
}
