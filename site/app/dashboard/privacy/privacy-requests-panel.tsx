// The register of people's data requests: due dates, forms to add or answer one, deletion.
import { browserClient } from '../../data/browser-client.ts';
import { deleteRow } from '../../data/delete-row.ts';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DeleteRecordDialog } from '../screen/delete-record.tsx';
import { Panel } from '../screen/panel.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { formatCalendarDay, todayInBrowserZone } from '../screen/format-calendar-day.ts';
import { privacyTexts } from './privacy-texts.ts';
import { privacyQueryName, usePrivacyRequests, type PrivacyRequest } from './privacy-queries.ts';
import { TextAreaField, TextField, SelectField } from '../../ui/field.tsx';
import { SelectOptions } from '../screen/select-options.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { ValidatedFormDialog } from '../screen/validated-form-dialog.tsx';

const t = privacyTexts.requests;
/** The requests, and the counts of open work. */
const changedQueries = [privacyQueryName, 'leads'];
type Opened = { what: 'add' } | { what: 'answer' | 'delete'; request: PrivacyRequest };

function Clock({ request: { done_on: done, due_on: due } }: { request: PrivacyRequest }) {
  if (done !== null) return <Badge variant="secondary">{t.done(formatCalendarDay(done))}</Badge>;
  return (
    <Badge variant="land">
      {due < todayInBrowserZone() ? t.late(formatCalendarDay(due)) : t.due(formatCalendarDay(due))}
    </Badge>
  );
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
      <span className="small muted">{t.received(formatCalendarDay(received))}</span>
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

export function PrivacyRequestsPanel() {
  const requests = usePrivacyRequests();
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
        <DeleteRecordDialog
          onClose={close}
          queryKeys={changedQueries}
          remove={() => deleteRow('privacy_requests', open.request.id)}
          thing={t.thing}
          title={t.removeTitle(open.request.contact)}
        >
          <li>{t.consequence}</li>
        </DeleteRecordDialog>
      )}
    </Panel>
  );
}

const responseFormTexts = privacyTexts.answerForm;

function ResponseForm({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const { id, received_on: received } = request;
  return (
    <ValidatedFormDialog
      check={({ done_on: done, response }) => ({
        done_on: done < received || done > todayInBrowserZone() ? responseFormTexts.errors.date : undefined,
        response: response === '' ? responseFormTexts.errors.response : undefined,
      })}
      first={{ done_on: todayInBrowserZone(), response: '' }}
      id="privacy-answer"
      onClose={onClose}
      onSaved={() => toastSuccess({ title: privacyTexts.requests.saved })}
      queryKeys={changedQueries}
      record={id}
      submitText={responseFormTexts.submit}
      title={responseFormTexts.title}
      write={async (response) => {
        await browserClient().from('privacy_requests').update(response).eq('id', id).throwOnError();
      }}
    >
      {(field) => (
        <>
          <TextField
            {...field('done_on')}
            label={responseFormTexts.done}
            max={todayInBrowserZone()}
            min={received}
            type="date"
          />
          <TextAreaField
            {...field('response')}
            label={responseFormTexts.response}
            maxLength={4000}
            rows={4}
          />
        </>
      )}
    </ValidatedFormDialog>
  );
}

const requestFormTexts = privacyTexts.requestForm;
const { kinds, saved } = privacyTexts.requests;

function RequestForm({ onClose }: { onClose: () => void }) {
  return (
    <ValidatedFormDialog
      check={({ contact, received_on: received }) => ({
        contact: contact === '' ? requestFormTexts.errors.contact : undefined,
        received_on:
          received === '' || received > todayInBrowserZone() ? requestFormTexts.errors.date : undefined,
      })}
      first={{ kind: 'access', contact: '', received_on: todayInBrowserZone(), note: '' }}
      id="privacy-request"
      onClose={onClose}
      onSaved={() => toastSuccess({ title: saved })}
      queryKeys={changedQueries}
      submitText={requestFormTexts.submit}
      title={requestFormTexts.title}
      write={async ({ note, ...request }) => {
        const requests = browserClient().from('privacy_requests');
        await requests.insert({ ...request, note: note || null }).throwOnError();
      }}
    >
      {(field) => (
        <>
          <SelectField {...field('kind')} label={requestFormTexts.kind}>
            <SelectOptions of={Object.entries(kinds)} />
          </SelectField>
          <TextField
            {...field('contact')}
            autoComplete="off"
            label={requestFormTexts.contact}
            maxLength={255}
          />
          <TextField
            {...field('received_on')}
            label={requestFormTexts.received}
            max={todayInBrowserZone()}
            type="date"
          />
          <TextAreaField
            {...field('note')}
            label={requestFormTexts.note}
            maxLength={2000}
            optional
            rows={3}
          />
        </>
      )}
    </ValidatedFormDialog>
  );
}
