// The panel of redirects that renamed pages made, each with its reason.
import { RichText } from '../../../texts/rich-text.tsx';
import { LoadMoreButton } from '../../screen/load-more-button.tsx';
import { AgencyZoneTime } from '../../screen/shown-times.tsx';
import { Panel } from '../../screen/panel.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import { redirectTexts } from './redirect-texts.ts';
import { useFormerAddresses, type FormerAddress } from './use-redirects.ts';

const t = redirectTexts.automatic;

export function AutomaticRedirects() {
  const addresses = useFormerAddresses();
  return (
    <Panel className="content-start" id="automatic-redirects" padded stacked title={t.title}>
      <p className="muted">{t.hint}</p>
      <QueryResult loadingText={screenTexts.list.loading(t.what)} query={addresses}>
        {(items) =>
          items.length === 0 ? (
            <p>{t.empty}</p>
          ) : (
            <ul>
              {items.map((address) => (
                <AutomaticRedirect address={address} key={address.id} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <LoadMoreButton pages={addresses} what={t.what} />
    </Panel>
  );
}

function AutomaticRedirect({ address }: { address: FormerAddress }) {
  const { from, record, created_at: createdAt } = address;
  const isLeading = record?.isPublic === true;
  return (
    <li className="stack gap-6 hair-top py-12">
      <p>
        <RichText
          tags={{ from: (text) => <b>{text}</b>, target: (text) => <b>{text}</b> }}
          text={isLeading ? t.leadsTo(from, record.path) : t.leadsNowhere(from)}
        />
      </p>
      <p className="small muted">
        <RichText
          tags={{ time: () => <AgencyZoneTime timestamp={createdAt} withTime /> }}
          text={reasonOf(address)}
        />
      </p>
    </li>
  );
}

function reasonOf({ record, created_at: createdAt }: FormerAddress): string {
  if (record === null) return t.deleted(createdAt);
  return record.isPublic ? t.renamed(record.name, createdAt) : t.unpublished(record.name);
}
