import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DeleteRecord } from '../screen/delete-record.tsx';
import { Panel } from '../screen/panel.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { ResponseForm } from './response-form.tsx';
import { formatDay, today } from './format-day.ts';
import { privacyTexts } from './privacy-texts.ts';
import { deleteRequest, privacyKey, useRequests, type PrivacyRequest } from './read-registers.ts';
import { RequestForm } from './request-form.tsx';

const t = privacyTexts.requests;
type Opened = { what: 'add' } | { what: 'answer' | 'delete'; request: PrivacyRequest };

function Clock({ request: { done_on: done, due_on: due } }: { request: PrivacyRequest }) {
  if (done !== null) return <Badge variant="secondary">{t.done(formatDay(done))}</Badge>;
  return <Badge variant="land">{due < today() ? t.late(formatDay(due)) : t.due(formatDay(due))}</Badge>;
}

function RequestRow({ request, onOpen }: { request: PrivacyRequest; onOpen: (opened: Opened) => void }) {
  const { contact, kind, note, response, received_on: received } = request;
  return (
    <li className="grid gap-6 py-16 hair-top">
      <div className="cluster">
        <b className="me-auto">{contact}</b>
        <Clock request={request} />
      </div>
      <span>{t.kinds[kind as keyof typeof t.kinds]}</span>
      <span className="small muted">{t.received(formatDay(received))}</span>
      {note && <p className="pre-wrap">{note}</p>}
      {response && <p className="pre-wrap">{response}</p>}
      <div className="cluster">
        {request.done_on === null && (
          <Button
            icon="check"
            iconOnly
            onClick={() => onOpen({ what: 'answer', request })}
            variant="secondary"
          >
            {t.answer(contact)}
          </Button>
        )}
        <Button icon="trash" iconOnly onClick={() => onOpen({ what: 'delete', request })} variant="secondary">
          {t.remove(contact)}
        </Button>
      </div>
    </li>
  );
}

/** Who asked about their data, and until when they get an answer. */
export function Requests() {
  const requests = useRequests();
  const [open, setOpen] = useState<Opened>();
  const close = (): void => setOpen(undefined);
  return (
    <Panel id="requests" padded stacked title={t.title}>
      <p className="muted">{t.hint}</p>
      <QueryResult failedText={t.failed} loadingText={privacyTexts.loading} query={requests}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{t.empty}</p>
          ) : (
            <ul>
              {rows.map((request) => (
                <RequestRow key={request.id} onOpen={setOpen} request={request} />
              ))}
            </ul>
          )
        }
      </QueryResult>
      <div>
        <Button icon="plus" onClick={() => setOpen({ what: 'add' })} variant="secondary">
          {t.add}
        </Button>
      </div>
      {open?.what === 'add' && <RequestForm onClose={close} />}
      {open?.what === 'answer' && <ResponseForm onClose={close} request={open.request} />}
      {open?.what === 'delete' && (
        <DeleteRecord
          onClose={close}
          queryKeys={[privacyKey]}
          remove={() => deleteRequest(open.request.id)}
          thing={t.thing}
          title={t.removeTitle(open.request.contact)}
        >
          <li>{t.consequence}</li>
        </DeleteRecord>
      )}
    </Panel>
  );
}
