// The redirects screen: the list, the edit dialog, the checks of source path, target address.
import { useState } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EditorsOnlyScreen } from '../editor/editors-only-screen.tsx';
import { DeleteRecordDialog } from '../../screen/delete-record.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import { AutomaticRedirects } from './automatic-redirects.tsx';
import { MissedPaths } from './missed-paths.tsx';
import { redirectTexts as t } from './redirect-texts.ts';
import {
  deleteRedirect,
  redirectsQueryName,
  useRedirects,
  type StoredRedirect,
  missedPathsQueryName,
  saveRedirect,
} from './use-redirects.ts';
import screenStyles from '../../screen/screen.module.css';
import { errorMessage } from '../../../ui/error-message.ts';
import { SelectField, TextField } from '../../../ui/field.tsx';
import { randomId } from '../../../ui/random-id.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { ValidatedFormDialog } from '../../screen/validated-form-dialog.tsx';

interface RedirectDialogProps {
  /** the edited redirect, or the known part of a new one */
  redirect: StoredRedirect | { from_path: string };
  onClose: () => void;
}

type Doing =
  | { what: 'edit'; redirect: RedirectDialogProps['redirect'] }
  | { what: 'delete'; redirect: StoredRedirect };

/** The redirects, and paths that visitors requested and that do not exist. */
export default function RedirectsScreen() {
  return (
    <EditorsOnlyScreen title={t.title}>
      <RedirectPanels />
    </EditorsOnlyScreen>
  );
}

function RedirectPanels() {
  const redirects = useRedirects();
  const [doing, setDoing] = useState<Doing>();
  const edit = (redirect: RedirectDialogProps['redirect']) => setDoing({ what: 'edit', redirect });
  const stop = () => setDoing(undefined);
  return (
    <>
      <ScreenHeading
        aside={
          <Button icon="plus" onClick={() => edit({ from_path: '' })}>
            {t.add}
          </Button>
        }
        text={t.description}
        title={t.title}
      />
      <div className={classNames('stack gap-32', screenStyles.twoColumns)}>
        <div>
          <PagedList className="stack gap-14" emptyText={t.empty} query={redirects} what={t.what}>
            {(redirect) => (
              <RedirectRow
                onDelete={() => setDoing({ what: 'delete', redirect })}
                onEdit={() => edit(redirect)}
                redirect={redirect}
              />
            )}
          </PagedList>
        </div>
        <div className="stack gap-32 content-start">
          <MissedPaths onRedirect={(path) => edit({ from_path: path })} />
          <AutomaticRedirects />
        </div>
      </div>
      {doing?.what === 'edit' && <RedirectDialog onClose={stop} redirect={doing.redirect} />}
      {doing?.what === 'delete' && (
        <DeleteRecordDialog
          onClose={stop}
          queryKeys={[redirectsQueryName]}
          remove={() => deleteRedirect(doing.redirect.id)}
          thing={t.thing}
          title={doing.redirect.from_path}
        >
          <li>{t.consequence(doing.redirect.from_path)}</li>
        </DeleteRecordDialog>
      )}
    </>
  );
}

interface RedirectRowProps {
  redirect: StoredRedirect;
  onEdit: () => void;
  onDelete: () => void;
}

function RedirectRow({ redirect, onEdit, onDelete }: RedirectRowProps) {
  const { id, from_path: from, target, status } = redirect;
  return (
    <article aria-labelledby={id} className={classNames('spread p-16-20', screenStyles.panel)}>
      <div className="stack gap-6 min-w-0 justify-items-start basis-14rem">
        <h2 className="sans text-17 font-normal leading-14" id={id}>
          <RichText
            tags={{ from: (text) => <b>{text}</b>, target: (text) => <b>{text}</b> }}
            text={t.leadsTo(from, target)}
          />
        </h2>
        <Badge variant={status === 301 ? 'outline' : 'secondary'}>
          {status === 301 ? t.kinds[301] : t.kinds[302]}
        </Badge>
      </div>
      <div className="cluster gap-8">
        <Button icon="edit" onClick={onEdit} variant="secondary">
          <RichText text={t.edit(from)} />
        </Button>
        <Button icon="trash" iconOnly onClick={onDelete} variant="secondary">
          {t.remove(from)}
        </Button>
      </div>
    </article>
  );
}

const address = { autoCapitalize: 'none', autoComplete: 'off', required: true, spellCheck: false } as const;

/** Creates or changes a redirect. Open while it is rendered. */
function RedirectDialog({ redirect, onClose }: RedirectDialogProps) {
  const stored = 'id' in redirect ? redirect : null;
  const [id] = useState(() => stored?.id ?? randomId());
  const { origin } = window.location;
  return (
    <ValidatedFormDialog
      check={({ from, target }) => ({
        from: checkRedirectSource(from, origin).problem,
        target: checkRedirectTarget(target, origin).problem,
      })}
      first={{
        from: redirect.from_path,
        target: stored?.target ?? '',
        status: String(stored?.status ?? 301),
      }}
      id="redirect-dialog"
      onClose={onClose}
      write={({ from, target, status }) =>
        saveRedirect({
          id,
          isNew: stored === null,
          from_path: checkRedirectSource(from, origin).value ?? '',
          target: checkRedirectTarget(target, origin).value ?? '',
          status: Number(status),
        })
      }
      onSaved={({ from_path: from, target }) =>
        toastSuccess({
          title: t.dialog.saved,
          description: t.dialog.savedText(from, target),
        })
      }
      problemsOf={(error) => {
        const isTaken = (error.cause as { code?: string } | undefined)?.code === '23505';
        return { [isTaken ? 'from' : 'target']: errorMessage(error) };
      }}
      queryKeys={[redirectsQueryName, missedPathsQueryName]}
      record={stored?.id ?? redirect.from_path}
      submitText={t.dialog.save}
      title={stored ? t.dialog.editTitle : t.dialog.addTitle}
    >
      {(field) => (
        <>
          <TextField {...field('from')} {...address} hint={t.dialog.fromHint} label={t.dialog.from} />
          <TextField {...field('target')} {...address} hint={t.dialog.targetHint} label={t.dialog.target} />
          <SelectField {...field('status')} label={t.dialog.kind}>
            <option value={301}>{t.dialog.permanent}</option>
            <option value={302}>{t.dialog.temporary}</option>
          </SelectField>
        </>
      )}
    </ValidatedFormDialog>
  );
}

/** A base URL, because only the path is read. */
const anySite = 'http://site.invalid';

type Checked = { value: string; problem?: never } | { value?: never; problem: string };

function isAddress(text: string): boolean {
  return text !== '' && !/[\s\\]/.test(text) && !text.startsWith('//');
}

/** The path as browsers request it and the database compares it: encoded, lower case, without slashes at the end. */
export function checkRedirectSource(typed: string, origin: string): Checked {
  const text = withoutOrigin(typed.trim(), origin);
  if (!text.startsWith('/') || !isAddress(text) || /[?#]/.test(text)) return { problem: t.errors.fromWrong };
  const value = new URL(text, anySite).pathname.toLowerCase().replace(/\/+$/, '');
  if (value === '') return { problem: t.errors.fromHome };
  return value.length > 500 || value.startsWith('//') ? { problem: t.errors.fromWrong } : { value };
}

/** A path of this site, or an http(s) URL of another one; a URL of this site becomes its path. */
export function checkRedirectTarget(typed: string, origin: string): Checked {
  const text = withoutOrigin(typed.trim(), origin);
  if (!isAddress(text) || text.length > 2000) return { problem: t.errors.targetWrong };
  if (text.startsWith('/')) {
    const { pathname, search, hash } = new URL(text, anySite);
    return pathname.startsWith('//')
      ? { problem: t.errors.targetWrong }
      : { value: pathname + search + hash };
  }
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return { problem: t.errors.targetWrong };
  return { value: new URL(text).href };
}

function withoutOrigin(text: string, origin: string): string {
  if (!URL.canParse(text) || new URL(text).origin !== origin) return text;
  const { pathname, search, hash } = new URL(text);
  return pathname + search + hash;
}
