// The register of people's data requests: due dates, forms to add or answer one, deletion.
import { dayLabel } from '../screen/screen-texts.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { todayIn } from '../screen/zoned-time.ts';
import { browserClient } from '../../data/browser-client.ts';
import { deleteRow } from '../../data/delete-row.ts';
import { useState } from 'react';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { DeleteRecordDialog } from '../screen/delete-record.tsx';
import { Panel } from '../screen/panel.tsx';
import { QueryResult } from '../screen/query-result.tsx';
import { formatCalendarDay } from '../screen/format-calendar-day.ts';
import { privacyTexts as t } from './privacy-texts.ts';
import { privacyQueryName, usePrivacyRequests, type PrivacyRequest } from './privacy-queries.ts';
import { TextAreaField, TextField, SelectField } from '../../ui/field.tsx';
import { SelectOptions } from '../screen/select-options.tsx';
import { toastSuccess } from '../../ui/toast.tsx';
import { ValidatedFormDialog } from '../screen/validated-form-dialog.tsx';

/** The requests, and the counts of open work. */
const changedQueries = [privacyQueryName, 'leads'];
type Opened = { what: 'add' } | { what: 'answer' | 'delete'; request: PrivacyRequest };

function Clock({ request: { done_on: done, due_on: due } }: { request: PrivacyRequest }) {
  const today = todayIn(useAgency().timeZone);
  if (done !== null) return <Badge variant="secondary">{t.requests.done(formatCalendarDay(done))}</Badge>;
  return (
    <Badge variant="land">
      {due < today ? t.requests.late(formatCalendarDay(due)) : t.requests.due(formatCalendarDay(due))}
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
      <span>{t.requests.kinds[kind as keyof typeof t.requests.kinds]}</span>
      <span className="small muted">{t.requests.received(formatCalendarDay(received))}</span>
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
            {t.requests.answer(contact)}
          </Button>
        )}
        <Button icon="trash" iconOnly onClick={() => onOpen({ what: 'delete', request })} variant="secondary">
          {t.requests.remove(contact)}
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
    <Panel id="requests" padded stacked title={t.requests.title}>
      <p className="muted">{t.requests.hint}</p>
      <QueryResult failedText={t.requests.failed} loadingText={t.loading} query={requests}>
        {(rows) =>
          rows.length === 0 ? (
            <p>{t.requests.empty}</p>
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
          {t.requests.add}
        </Button>
      </div>
      {open?.what === 'add' && <RequestForm onClose={close} />}
      {open?.what === 'answer' && <ResponseForm onClose={close} request={open.request} />}
      {open?.what === 'delete' && (
        <DeleteRecordDialog
          onClose={close}
          queryKeys={changedQueries}
          remove={() => deleteRow('privacy_requests', open.request.id)}
          thing={t.requests.thing}
          title={t.requests.removeTitle(open.request.contact)}
        >
          <li>{t.requests.consequence}</li>
        </DeleteRecordDialog>
      )}
    </Panel>
  );
}

function ResponseForm({ request, onClose }: { request: PrivacyRequest; onClose: () => void }) {
  const { id, received_on: received } = request;
  const { timeZone } = useAgency();
  const today = todayIn(timeZone);
  return (
    <ValidatedFormDialog
      check={({ done_on: done, response }) => ({
        done_on: done < received || done > today ? t.answerForm.errors.date : undefined,
        response: response === '' ? t.answerForm.errors.response : undefined,
      })}
      first={{ done_on: today, response: '' }}
      id="privacy-answer"
      onClose={onClose}
      onSaved={() => toastSuccess({ title: t.requests.saved })}
      queryKeys={changedQueries}
      record={id}
      submitText={t.answerForm.submit}
      title={t.answerForm.title}
      write={async (response) => {
        await browserClient().from('privacy_requests').update(response).eq('id', id).throwOnError();
      }}
    >
      {(field) => (
        <>
          <TextField
            {...field('done_on')}
            label={dayLabel(t.answerForm.done, timeZone)}
            max={today}
            min={received}
            type="date"
          />
          <TextAreaField {...field('response')} label={t.answerForm.response} maxLength={4000} rows={4} />
        </>
      )}
    </ValidatedFormDialog>
  );
}

const { kinds, saved } = t.requests;

function RequestForm({ onClose }: { onClose: () => void }) {
  const { timeZone } = useAgency();
  const today = todayIn(timeZone);
  return (
    <ValidatedFormDialog
      check={({ contact, received_on: received }) => ({
        contact: contact === '' ? t.requestForm.errors.contact : undefined,
        received_on: received === '' || received > today ? t.requestForm.errors.date : undefined,
      })}
      first={{ kind: 'access', contact: '', received_on: today, note: '' }}
      id="privacy-request"
      onClose={onClose}
      onSaved={() => toastSuccess({ title: saved })}
      queryKeys={changedQueries}
      submitText={t.requestForm.submit}
      title={t.requestForm.title}
      write={async ({ note, ...request }) => {
        const requests = browserClient().from('privacy_requests');
        await requests.insert({ ...request, note: note || null }).throwOnError();
      }}
    >
      {(field) => (
        <>
          <SelectField {...field('kind')} label={t.requestForm.kind}>
            <SelectOptions of={Object.entries(kinds)} />
          </SelectField>
          <TextField {...field('contact')} autoComplete="off" label={t.requestForm.contact} maxLength={255} />
          <TextField
            {...field('received_on')}
            label={dayLabel(t.requestForm.received, timeZone)}
            max={today}
            type="date"
          />
          <TextAreaField {...field('note')} label={t.requestForm.note} maxLength={2000} optional rows={3} />
        </>
      )}
    </ValidatedFormDialog>
  );
}
