import { useState } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EditorsOnly } from '../editor/editors-only.tsx';
import { ContentTabs } from '../list/content-tabs.tsx';
import { DeleteRecord } from '../../screen/delete-record.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import { MissedPaths } from './missed-paths.tsx';
import { RedirectDialog, type RedirectDialogProps } from './redirect-dialog.tsx';
import { redirectTexts as t } from './redirect-texts.ts';
import { deleteRedirect, redirectsKey, useRedirects, type Redirect } from './use-redirects.ts';
import screenStyles from '../../screen/screen.module.css';
import styles from './redirects.module.css';

type Doing =
  | { what: 'edit'; redirect: RedirectDialogProps['redirect'] }
  | { what: 'delete'; redirect: Redirect };

/** Addresses that lead elsewhere, and those that visitors missed. */
export default function Redirects() {
  return (
    <EditorsOnly title={t.title}>
      <RedirectScreen />
    </EditorsOnly>
  );
}

function RedirectScreen() {
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
      <ContentTabs />
      <PagedList className="stack gap-14" emptyText={t.empty} query={redirects} what={t.what}>
        {(redirect) => (
          <RedirectRow
            onDelete={() => setDoing({ what: 'delete', redirect })}
            onEdit={() => edit(redirect)}
            redirect={redirect}
          />
        )}
      </PagedList>
      <MissedPaths onRedirect={(path) => edit({ from_path: path })} />
      {doing?.what === 'edit' && <RedirectDialog onClose={stop} redirect={doing.redirect} />}
      {doing?.what === 'delete' && (
        <DeleteRecord
          onClose={stop}
          queryKeys={[redirectsKey]}
          remove={() => deleteRedirect(doing.redirect.id)}
          thing={t.thing}
          title={doing.redirect.from_path}
        >
          <li>{t.consequence(doing.redirect.from_path)}</li>
        </DeleteRecord>
      )}
    </>
  );
}

interface RedirectRowProps {
  redirect: Redirect;
  onEdit: () => void;
  onDelete: () => void;
}

function RedirectRow({ redirect, onEdit, onDelete }: RedirectRowProps) {
  const { id, from_path: from, target, status } = redirect;
  return (
    <article aria-labelledby={id} className={classNames(styles.row, screenStyles.panel)}>
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
